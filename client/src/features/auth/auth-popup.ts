const WIDTH = 500;
const HEIGHT = 600;
const SIGN_IN = '/auth/google';

/** Opens a popup over the middle of the window, or signs in on this page where popups are blocked. */
export function openAuthPopup(): void {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  const popup = window.open(
    SIGN_IN,
    'chime-in-sign-in',
    `width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`,
  );
  if (popup) popup.focus();
  else window.location.assign(SIGN_IN);
}
