import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { navEntries } from './nav-entries.ts';
import { NavLinks } from './nav-links.tsx';

const lazyPages = navEntries.flatMap(({ label, page }) => (page ? [{ label, page }] : []));

it.each(lazyPages)(
  'preloads $label when the pointer or the focus reaches its link',
  async ({ label, page }) => {
    const preload = vi.spyOn(page, 'preload').mockImplementation(() => undefined);
    render(<NavLinks current="/discover" counts={{ inReview: 0, scheduled: 0, newReplies: 0 }} />);
    const link = screen.getByRole('link', { name: label });
    await userEvent.hover(link);
    expect(preload).toHaveBeenCalledTimes(1);
    link.focus();
    expect(preload).toHaveBeenCalledTimes(2);
  },
);

it('loads all pages but Discover lazily', () => {
  expect(lazyPages).toHaveLength(5);
});
