import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits for the notice of this title, and for these words in it. */
export async function expectNotice(title: string, words?: string | RegExp): Promise<void> {
  const notice = within(await screen.findByRole('region', { name: title }));
  if (words) expect(await notice.findByText(words)).toBeInTheDocument();
}
