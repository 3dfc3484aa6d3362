import { useEffect, useState } from 'react';

const FOCUSABLE = '[tabindex], a[href], button:enabled, input:enabled, textarea:enabled, select:enabled';

const openDialogs: (readonly Element[])[] = [];

function placesToReturn(): Element[] {
  const opener = document.activeElement;
  if (!opener || opener === document.body) return openDialogs.toReversed().flat();
  const row = opener.closest('li') ?? opener.closest('article');
  const beside = [row?.nextElementSibling, row?.previousElementSibling, row?.parentElement].filter(
    (each) => each != null,
  );
  return [opener, ...beside, ...openDialogs.toReversed().flat()];
}

export function focusIn(place: Element | null | undefined): boolean {
  if (!place?.isConnected) return false;
  const target = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE);
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  return target !== null && target === document.activeElement;
}

/** For `onCloseAutoFocus`, as Radix knows only its own trigger: focuses the opener, a neighbour or the page. */
export function useReturnFocus(isOpen: boolean): (event: Event) => void {
  const [opened, setOpened] = useState<{ isOpen: boolean; places: readonly Element[] }>({
    isOpen: false,
    places: [],
  });
  // Read while rendering: in an effect, focus is already in the dialog.
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
