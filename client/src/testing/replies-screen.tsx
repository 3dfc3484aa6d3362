import { screen, within } from '@testing-library/react';
import { RepliesPage } from '../features/replies/replies-page.tsx';
import { giveRoom } from './queue-screen.tsx';
import { renderPage } from './render.tsx';

/** Opens the Replies page and waits for its open reply. */
export async function openReplies(
  query = '',
  circumstances: Parameters<typeof renderPage>[2] = {},
) {
  giveRoom();
  const page = renderPage(<RepliesPage />, `/history?tab=replies${query}`, circumstances);
  await screen.findByRole('region', { name: 'Your answer' });
  return page;
}

const list = () => within(screen.getByRole('list', { name: 'Replies' }));

export const rows = () => list().queryAllByRole('button');

export const row = (id: number) =>
  list().getByRole('button', { name: new RegExp(`@viewer-${id}`) });
