// Requests of two controls can cross: a slider asked with the search before, a late answer drawn over a
// newer one. Whatever crossed, everything is fused once more, as it stands, after the last has answered.
// The first request may leave before the page's own script has run, so whoever asks first makes this.
() => (window.fusionDeskTraffic ??= {
  waiting: 0,
  crossed: false,
  asked() {
    this.crossed ||= this.waiting > 0;
    this.waiting += 1;
  },
  answered() {
    this.waiting -= 1;
    if (this.waiting || !this.crossed) return;
    this.crossed = false;
    document.querySelector("#again").click();
  },
})
