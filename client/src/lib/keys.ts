/** Letters, digits and question marks that no layout of Latin script has. An Arabic key can write two letters at once. */
const OTHER_SCRIPT = /^(?:(?!\p{sc=Latin})[\p{L}\p{M}\p{Nd}؟՞])+$/u;

/** The keys that shortcuts use, by their place on the keyboard. */
const PLACE = /^(?:Key|Digit)(.)$/;

function keyAtPlace({ code, shiftKey }: KeyboardEvent): string | null {
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return PLACE.exec(code)?.[1] ?? null;
}

/**
 * Returns the key of a command, as without Caps Lock. A layout of another script, such as Cyrillic, cannot write the
 * letters of the shortcuts, so its keys count by their place. Layouts of Latin script, such as AZERTY, have all letters
 * themselves, often in other places.
 */
export function commandKey(event: KeyboardEvent): string {
  const { key, shiftKey } = event;
  const meant = (OTHER_SCRIPT.test(key) && keyAtPlace(event)) || key;
  return meant.length > 1 || shiftKey ? meant : meant.toLowerCase();
}

/** Whether an input method takes the key. Safari tells of the Enter that ends a composition only by its old code. */
export const isComposing = ({ isComposing: composes, key, keyCode }: KeyboardEvent): boolean =>
  composes || key === 'Process' || keyCode === 229;
