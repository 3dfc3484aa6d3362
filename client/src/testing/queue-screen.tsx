import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { findDialog, press } from './page.ts';
import { renderPage, withoutLayout } from './render.tsx';

const ROW = 84;
const PANE = 700;

/**
 * Gives the list and its rows a height. jsdom has no layout, so the list would have no
 * room for a row.
 */
export function giveRoom(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(PANE);
}

interface Circumstances extends NonNullable<Parameters<typeof renderPage>[2]> {
  /** Query string of the address, including the question mark. */
  query?: string;
}

export function renderQueue({ query = '', ...circumstances }: Circumstances = {}) {
  giveRoom();
  return renderPage(<QueuePage />, `/queue${query}`, circumstances);
}

/** Opens the Review Queue and waits for its open comment. */
export async function openQueue(circumstances?: Circumstances) {
  const page = renderQueue(circumstances);
  await screen.findByRole('article');
  return page;
}

/** Opens the Review Queue and adds ", mended" to the open comment. */
export async function openEdited(circumstances?: Circumstances) {
  const page = await openQueue(circumstances);
  await page.user.type(editor(), ', mended');
  return page;
}

/** Opens the schedule dialog of the first comment. */
export async function openScheduleDialog() {
  await openQueue({ query: '?comment=1' });
  await press('Schedule');
  return findDialog('Schedule Comment');
}

export const editor = () => screen.getByRole('textbox', { name: 'Comment' });

/** Returns the button that posts the armed comment, or null if none is armed. */
export const postAs = () => screen.queryByRole('button', { name: /^Post (as|to) / });

const list = () => within(screen.getByRole('list', { name: 'Comments to review' }));

export const rowOf = (title: string) => list().getByTitle(title);
export const queryRow = (title: string) => list().queryByTitle(title);

export const listed = () =>
  list()
    .queryAllByRole('button')
    .map((row) => row.title);

export const openTitle = () =>
  screen.getByRole('article').querySelector('h2')?.textContent;

/** Waits for the open comment. With a title, waits until that comment is open. */
export const opened = async (title?: string) =>
  within(await screen.findByRole('article', title === undefined ? {} : { name: title }));

export async function openComment(title: string) {
  await userEvent.click(rowOf(title), withoutLayout);
  return opened(title);
}
