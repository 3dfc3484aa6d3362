/**
 * Matches letters, digits and question marks that Latin keyboard
 * layouts do not have. One Arabic key can write two letters.
 */
const OTHER_SCRIPT = /^(?:(?!\p{sc=Latin})[\p{L}\p{M}\p{Nd}؟՞])+$/u;

/**
 * Matches the `code` of letter and digit keys, which names a key by its position on the
 * keyboard.
 */
const PLACE = /^(?:Key|Digit)(.)$/;

function keyAtPlace({ code, shiftKey }: KeyboardEvent): string | null {
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return PLACE.exec(code)?.[1] ?? null;
}

/**
 * Returns the key to compare with shortcuts, ignoring Caps Lock. A keyboard layout of
 * another script, such as Cyrillic, cannot write the letters of the shortcuts, so its
 * keys count by their position. Latin layouts such as AZERTY have all these letters,
 * often in other positions, so their keys count by the letter.
 */
export function commandKey(event: KeyboardEvent): string {
  const { key, shiftKey } = event;
  const meant = (OTHER_SCRIPT.test(key) && keyAtPlace(event)) || key;
  return meant.length > 1 || shiftKey ? meant : meant.toLowerCase();
}

/**
 * Returns whether an input method handles this key. Safari marks the
 * Enter that ends a composition only with the legacy `keyCode` 229.
 */
export const isComposing = ({
  isComposing: composes,
  key,
  keyCode,
}: KeyboardEvent): boolean => composes || key === 'Process' || keyCode === 229;
