import { fireEvent } from '@testing-library/react';
import { vi } from 'vitest';

/** Scrolls the window, whose rows each are `ROW` high after `giveRowsHeight`. */
export function scrollToRow(index: number): void {
  vi.stubGlobal('scrollY', index * ROW);
  fireEvent.scroll(window);
}

const ROW = 62;

/** Without a layout all rows would be in view at once. */
export function giveRowsHeight(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
}
