import { screen } from '@testing-library/react';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { renderPage } from './render.tsx';

/** Opens the Review Queue, and waits for its first card, "Video number 1". */
export async function openQueue() {
  const page = renderPage(<QueuePage />, '/queue');
  await screen.findByRole('article', { name: 'Video number 1' });
  return page;
}

/** The text of the open card. */
export const editor = () => screen.getByRole('textbox', { name: 'Comment' });
