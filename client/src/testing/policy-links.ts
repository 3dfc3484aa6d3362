import { screen } from '@testing-library/react';
import { expect } from 'vitest';

/** Expects the links that YouTube's terms require, external ones in a new tab without a referrer. */
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
