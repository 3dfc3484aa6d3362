// Runs before the first paint, so a chosen theme never flashes the other one. Kept apart: the CSP forbids inline scripts.
(() => {
  try {
    const theme = localStorage.getItem('chime-in.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system's preference then holds.
  }
})();
