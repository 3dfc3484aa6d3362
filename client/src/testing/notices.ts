import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';

const BAD_NEWS = /Failed|^Error$|Already Exists/;

/** Waits for a toast with this title and text. Failures must have the role alert, others the role status. */
export async function expectNotice(
  title: string,
  words?: string | RegExp,
  { urgent = BAD_NEWS.test(title) } = {},
): Promise<void> {
  const region = await screen.findByRole('region', { name: title });
  if (words) expect(await within(region).findByText(words)).toBeInTheDocument();
  expect(region.closest('[role]:not(section)')).toHaveAttribute('role', urgent ? 'alert' : 'status');
}
