// Runs before the first paint, so that no other theme flashes. A file of its own: the CSP
// forbids inline scripts.
(() => {
  try {
    const theme = localStorage.getItem('chime-in.theme');
    if (theme === 'light' || theme === 'dark')
      document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system's preference holds.
  }
})();
