// What only the browser can do: choose rows, sort, filter, pills, examples and the drawer.
// A repaint patches the table; what the person did to it is kept here and done again.
() => {
  const memory = { column: null, up: true, filter: "", pill: "", scroll: 0, focus: null, tops: new Map() };
  const desk = (window.fusionDesk = { chosen: "", setting: "{}" });
  const find = (selector) => document.querySelector(selector);
  const table = () => find("#fused .fd-table");
  const rowsOf = (of) => [...of.tBodies[0].rows];

  desk.save = (name, text) => {
    if (!text) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  const choose = (id) => { desk.chosen = id; find("#choose").click(); };

  const sort = (of) => {
    const heads = [...of.tHead.rows[0].cells];
    const at = heads.findIndex((head) => head.innerText.trim() === memory.column);
    if (at < 0) return;
    heads[at].setAttribute("aria-sort", memory.up ? "ascending" : "descending");
    const numeric = heads[at].dataset.sort === "n";
    const compare = (a, b) => numeric
      ? a.cells[at].dataset.v - b.cells[at].dataset.v
      : a.cells[at].textContent.localeCompare(b.cells[at].textContent);
    of.tBodies[0].append(...rowsOf(of).sort((a, b) => (memory.up ? compare(a, b) : compare(b, a))));
  };

  const hide = (of) => {
    const wanted = memory.filter.toLowerCase();
    let left = 0;
    for (const row of rowsOf(of)) {
      const found = !memory.pill || row.dataset.found.split(" ").includes(memory.pill);
      row.hidden = !(found && row.textContent.toLowerCase().includes(wanted));
      left += !row.hidden;
    }
    const pills = [...document.querySelectorAll("#fused [data-pill]")];
    pills.forEach((pill) => pill.setAttribute("aria-pressed", pill.dataset.pill === memory.pill));
    const pill = pills.find((one) => one.dataset.pill === memory.pill);
    const nobody = find("#fused .fd-nobody");
    nobody.hidden = left > 0;
    nobody.textContent = wanted ? `No row contains “${memory.filter}”` : (pill?.dataset.nobody ?? "");
  };

  // Rows slide from where they were: the eye follows an item better than a jump.
  const slide = (of) => {
    const before = memory.tops;
    memory.tops = new Map();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of rowsOf(of)) {
      memory.tops.set(row.dataset.id, row.offsetTop);
      const moved = before.get(row.dataset.id) - row.offsetTop;
      if (moved && !still) row.animate([{ transform: `translateY(${moved}px)` }, {}], { duration: 140, easing: "ease-out" });
    }
  };

  const arrange = () => {
    const now = table();
    if (!now) return;
    const heads = [...now.tHead.rows[0].cells];
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    if (memory.column !== null) sort(now);
    hide(now);
    slide(now);
  };

  const restore = () => {
    const now = table();
    if (!now || now.dataset.arranged) return;
    now.dataset.arranged = "1";
    find("#fused .fd-filter").value = memory.filter;
    arrange();
    find("#fused .fd-scroll").scrollTop = memory.scroll;
    if (memory.focus === "filter") find("#fused .fd-filter").focus();
    else if (memory.focus) rowsOf(now).find((row) => row.dataset.id === memory.focus)?.focus({ preventScroll: true });
  };

  const sortBy = (head) => {
    const name = head.innerText.trim();
    memory.up = memory.column === name ? !memory.up : true;
    memory.column = name;
    arrange();
  };

  const search = (query) => {
    const box = find("#query textarea, #query input");
    const proto = box.tagName === "TEXTAREA" ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(proto.prototype, "value").set.call(box, query);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    setTimeout(() => find("#search").click(), 0); // after Gradio has taken the new value
  };

  const openTab = (name) =>
    [...document.querySelectorAll("#tabs button[role=tab]")].find((tab) => tab.innerText.trim() === name)?.click();

  const help = (open) => find("#help").classList.toggle("open", open);

  document.addEventListener("click", (event) => {
    const on = (selector) => event.target.closest(selector);
    const item = on("#fused tr[data-id], #raw tr[data-id], #flow g[data-id], #compare tr[data-id]");
    if (item) choose(item.dataset.id);
    if (on("#fused th[data-sort]")) sortBy(on("#fused th[data-sort]"));
    if (on("[data-pill]")) { memory.pill = on("[data-pill]").dataset.pill; arrange(); }
    if (on("[data-set]")) { desk.setting = on("[data-set]").dataset.set; find("#apply").click(); }
    if (on("[data-tab]")) openTab(on("[data-tab]").dataset.tab);
    if (on("button[data-query]")) search(on("button[data-query]").dataset.query);
    const menu = find("#examples details[open]");
    if (menu && !on("#examples summary")) menu.open = false;
    if (on("#search")) memory.scroll = 0;
    if (on("[data-help]")) help();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") help(false);
    const enter = event.key === "Enter" || event.key === " ";
    if (event.key === "Enter" && event.target.closest?.("#query")) memory.scroll = 0;
    const head = event.target.closest?.("#fused th[data-sort]");
    if (head && enter) { sortBy(head); event.preventDefault(); }
    const row = event.target.closest?.("#fused tr[data-id]");
    if (!row) return;
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    let to = step && row[step];
    while (to?.hidden) to = to[step];
    if (step) { to?.focus(); event.preventDefault(); }
    if (enter) { choose(row.dataset.id); event.preventDefault(); }
  });

  document.addEventListener("input", (event) => {
    if (event.target.matches("#fused .fd-filter")) { memory.filter = event.target.value; arrange(); }
  });
  document.addEventListener("focusin", (event) => {
    const row = event.target.closest?.("#fused tr[data-id]");
    memory.focus = row ? row.dataset.id : event.target.matches?.("#fused .fd-filter") ? "filter" : null;
  });
  document.addEventListener("scroll", (event) => {
    if (event.target.matches?.("#fused .fd-scroll")) memory.scroll = event.target.scrollTop;
  }, true);

  // Files may be dropped anywhere; the browser itself would leave the page and open them.
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("fd-dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("fd-dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("fd-dropping");
    if (!holdsFiles(event) || event.target.closest("#drop")) return;
    event.preventDefault();
    openRuns(event.dataTransfer.files);
  });
  const openRuns = (files, tries = 40) => {
    const input = find("#drop input[type=file]");
    if (!input) {
      if (tries === 40) find("#open-runs > button")?.click();
      if (tries) setTimeout(openRuns, 50, files, tries - 1); // the box is drawn once it is unfolded
      return;
    }
    input.files = files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // A phone has no room beside the desk: it starts folded there.
  if (innerWidth < 768 && find(".sidebar.open")) find(".sidebar .toggle-button")?.click();

  // Gradio patches the table in place and thereby drops our mark: arrange it again before it is painted.
  const watch = { childList: true, subtree: true, attributeFilter: ["data-arranged"] };
  new MutationObserver(restore).observe(find("#fused"), watch);
  restore();
}
