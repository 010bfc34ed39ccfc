// What only the browser can do: choose rows, sort and filter the table, examples. State survives repaints.
() => {
  const memory = { column: null, up: true, filter: "" };
  const set = (box, value) => {
    const proto = box.tagName === "TEXTAREA" ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(proto.prototype, "value").set.call(box, value);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const choose = (row) => set(document.querySelector("#chosen textarea, #chosen input"), row.dataset.id);
  const fused = () => document.querySelector("#fused .fd-table");
  const arrange = () => {
    const table = fused();
    if (!table) return;
    const body = table.tBodies[0], rows = [...body.rows];
    if (memory.column !== null) {
      const cell = (row) => row.cells[memory.column];
      const numeric = table.tHead.rows[0].cells[memory.column].dataset.sort === "n";
      rows.sort((a, b) => {
        const order = numeric ? cell(a).dataset.v - cell(b).dataset.v : cell(a).innerText.localeCompare(cell(b).innerText);
        return memory.up ? order : -order;
      });
      rows.forEach((row) => body.append(row));
    }
    const wanted = memory.filter.toLowerCase();
    rows.forEach((row) => { row.style.display = row.innerText.toLowerCase().includes(wanted) ? "" : "none"; });
    const box = document.querySelector("#fused .fd-filter");
    if (box && box.value !== memory.filter) box.value = memory.filter;
  };
  document.addEventListener("click", (event) => {
    const row = event.target.closest("#fused tr[data-id]");
    if (row) choose(row);
    const head = event.target.closest("#fused th[data-sort]");
    if (head) {
      memory.up = memory.column === head.cellIndex ? !memory.up : true;
      memory.column = head.cellIndex;
      arrange();
    }
    const example = event.target.closest("button[data-query]");
    if (example) {
      set(document.querySelector("#query textarea, #query input"), example.dataset.query);
      setTimeout(() => document.querySelector("#search").click(), 0);
    }
  });
  document.addEventListener("keydown", (event) => {
    const row = event.target.closest?.("#fused tr[data-id]");
    if (!row) return;
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (step && row[step]) { row[step].focus(); event.preventDefault(); }
    if (event.key === "Enter" || event.key === " ") { choose(row); event.preventDefault(); }
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("#fused .fd-filter")) { memory.filter = event.target.value; arrange(); }
  });
  new MutationObserver(() => { if (fused() && !fused().dataset.arranged) { fused().dataset.arranged = "1"; arrange(); } })
    .observe(document.body, { childList: true, subtree: true });
}
