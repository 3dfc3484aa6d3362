import { useEffect, useState } from 'react';

const FOCUSABLE = '[tabindex], a[href], button:enabled, input:enabled, textarea:enabled, select:enabled';

/** Where each open dialog goes back to, the newest last. */
const openDialogs: (readonly Element[])[] = [];

/** What has the focus now, the rows beside it, and where the dialogs it is in go back to. */
function placesToReturn(): Element[] {
  const opener = document.activeElement;
  if (!opener || opener === document.body) return openDialogs.toReversed().flat();
  const row = opener.closest('li') ?? opener.closest('article');
  const beside = [row?.nextElementSibling, row?.previousElementSibling].filter((each) => each != null);
  return [opener, ...beside, ...openDialogs.toReversed().flat()];
}

/** Gives the focus to this element or the first thing in it that takes it; tells whether it did. */
export function focusIn(place: Element | null | undefined): boolean {
  if (!place?.isConnected) return false;
  const target = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE);
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  return target !== null && target === document.activeElement;
}

/**
 * Gives the focus back to what opened a dialog, to its neighbour where that has left, else to the page.
 * For a dialog's `onCloseAutoFocus`; Radix by itself returns it only to a trigger of its own.
 */
export function useReturnFocus(isOpen: boolean): (event: Event) => void {
  const [opened, setOpened] = useState<{ isOpen: boolean; places: readonly Element[] }>({
    isOpen: false,
    places: [],
  });
  // While it is rendered for the first time the focus is still where it was opened.
  if (opened.isOpen !== isOpen) setOpened({ isOpen, places: isOpen ? placesToReturn() : opened.places });

  useEffect(() => {
    if (!opened.isOpen) return;
    openDialogs.push(opened.places);
    return () => void openDialogs.splice(openDialogs.indexOf(opened.places), 1);
  }, [opened]);

  return (event) => {
    event.preventDefault();
    if (!opened.places.some(focusIn)) focusIn(document.querySelector('main'));
  };
}
