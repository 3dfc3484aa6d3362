const WIDTH = 500;
const HEIGHT = 600;
const SIGN_IN = '/auth/google';

/** Opens the sign-in popup in the middle of the window; where popups are blocked, signs in on this page instead. */
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
