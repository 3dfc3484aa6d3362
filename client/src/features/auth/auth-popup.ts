const WIDTH = 500;
const HEIGHT = 600;
const SIGN_IN = '/auth/google';

/**
 * Opens the sign-in in a popup in the middle of the window, or on this page if popups are
 * blocked.
 */
export function openAuthPopup(): void {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  const place = `width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  const popup = window.open(SIGN_IN, 'chime-in-sign-in', place);
  if (popup) popup.focus();
  else window.location.assign(SIGN_IN);
}
