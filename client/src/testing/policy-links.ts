import { screen } from '@testing-library/react';
import { expect } from 'vitest';

/** What YouTube's terms want linked; pages of others open in a tab of their own and learn nothing of ours. */
export function expectPolicyLinks(): void {
  for (const [name, href] of [
    ['YouTube’s Terms of Service', 'https://www.youtube.com/t/terms'],
    ['Google’s Privacy Policy', 'https://policies.google.com/privacy'],
    ['take its access back at Google', 'https://myaccount.google.com/permissions'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('href', href);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noreferrer');
  }
  const own = screen.getByRole('link', { name: 'What Chime In stores, and how to delete it' });
  expect(own).toHaveAttribute('href', '/privacy');
}
