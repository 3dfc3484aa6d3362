import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { renderPage } from './render.tsx';

const ROW = 84;
const PANE = 700;

/** Without a layout the list would have no room for a row. */
function giveRoom(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(PANE);
}

interface Circumstances extends NonNullable<Parameters<typeof renderPage>[2]> {
  /** The query of the address. */
  query?: string;
}

/** Opens the Review Queue. */
export function renderQueue({ query = '', ...circumstances }: Circumstances = {}) {
  giveRoom();
  return renderPage(<QueuePage />, `/queue${query}`, circumstances);
}

/** The same, and waits for its open comment. */
export async function openQueue(circumstances?: Circumstances) {
  const page = renderQueue(circumstances);
  await screen.findByRole('article');
  return page;
}

/** The text of the open comment. */
export const editor = () => screen.getByRole('textbox', { name: 'Comment' });

/** What posts the armed comment, while there is one. */
export const postAs = () => screen.queryByRole('button', { name: /^Post (as|to) / });

const list = () => within(screen.getByRole('list', { name: 'Comments to review' }));

/** The row of the comment on this video. */
export const rowOf = (title: string) => list().getByTitle(title);
export const queryRow = (title: string) => list().queryByTitle(title);

/** The titles of the listed comments. */
export const listed = () =>
  list()
    .queryAllByRole('button')
    .map((row) => row.title);

/** The title of the open comment. */
export const openTitle = () => screen.getByRole('article').querySelector('h2')?.textContent;

/** The open comment; by its title once it is open. */
export const opened = async (title?: string) =>
  within(await screen.findByRole('article', title === undefined ? {} : { name: title }));

/** Opens a comment by its row. */
export async function openComment(user: UserEvent, title: string) {
  await user.click(rowOf(title));
  return opened(title);
}
