const EVENT = 'chime-in:find-or-do';

export const openFindOrDo = (): boolean => window.dispatchEvent(new Event(EVENT));

export function onFindOrDo(open: () => void): () => void {
  window.addEventListener(EVENT, open);
  return () => window.removeEventListener(EVENT, open);
}
