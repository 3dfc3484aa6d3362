import { screen } from '@testing-library/react';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { renderPage } from './render.tsx';

/** Opens the Review Queue, and waits for its first card, "Video number 1". */
export async function openQueue(circumstances?: Parameters<typeof renderPage>[2]) {
  const page = renderPage(<QueuePage />, '/queue', circumstances);
  await screen.findByRole('article', { name: 'Video number 1' });
  return page;
}

/** The text of the open card. */
export const editor = () => screen.getByRole('textbox', { name: 'Comment' });

/** What posts the armed comment, while there is one. */
export const postAs = () => screen.queryByRole('button', { name: /^Post (as|to) / });
