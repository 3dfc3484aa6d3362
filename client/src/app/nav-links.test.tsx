import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { navEntries } from './nav-entries.ts';
import { NavLinks } from './nav-links.tsx';

const lazyWithPreload = navEntries.flatMap(({ label, page }) => (page ? [{ label, page }] : []));

it.each(lazyWithPreload)(
  '$label is fetched as soon as the pointer or the focus is on its link',
  async ({ label, page }) => {
    const preload = vi.spyOn(page, 'preload').mockImplementation(() => undefined);
    render(<NavLinks current="/discover" counts={{ inReview: 0, scheduled: 0 }} />);
    const link = screen.getByRole('link', { name: label });
    await userEvent.hover(link);
    expect(preload).toHaveBeenCalledTimes(1);
    link.focus();
    expect(preload).toHaveBeenCalledTimes(2);
  },
);

it('all pages but Discover come on demand', () => {
  expect(lazyWithPreload).toHaveLength(5);
});
