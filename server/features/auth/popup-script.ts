/**
 * Runs in the popup, as a file of its own because of the content security policy. Without an opener (the
 * popup was blocked, or Google's page cut the link) it goes home instead of closing.
 */
export const popupScript = `(() => {
  const { outcome, origin, stay } = document.body.dataset;
  const opener = window.opener;
  const isOpen = () => opener && !opener.closed;
  const goHome = () => location.replace(origin + '/');
  const leave = () => {
    if (!isOpen()) return goHome();
    window.close();
    setTimeout(goHome, 500);
  };
  if (isOpen()) opener.postMessage(outcome, origin);
  document.getElementById('leave').addEventListener('click', (event) => {
    event.preventDefault();
    leave();
  });
  if (stay === '0') leave();
  else setTimeout(leave, Number(stay));
})();
`;
