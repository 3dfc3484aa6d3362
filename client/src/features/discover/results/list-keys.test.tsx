import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { shortcutsPreference } from '../../../lib/shortcuts.ts';
import { openResults } from '../../../testing/discover-screen.tsx';
import { aFoundVideo, aSearchAnswer } from '../../../testing/factories.ts';
import { createFrameServer } from '../../../testing/fake-lists.ts';
import '../bulk/bulk-dialog.tsx';
import '../generate/generate-dialog.tsx';

beforeEach(() => {
  const videos = ['One', 'Two', 'Off'].map((title, index) =>
    aFoundVideo({ id: index + 1, title, commentsOff: title === 'Off' }),
  );
  createFrameServer().on('GET /api/videos/search', aSearchAnswer(videos));
});

async function inList() {
  const page = openResults();
  await screen.findByRole('heading', { name: 'One' });
  await page.user.keyboard('{ArrowDown}');
  return page;
}
const focused = () => document.activeElement?.closest('li')?.querySelector('h3')?.textContent ?? null;

it('moves with j and k, selects with x, generates with g and finds with /', async () => {
  const { user } = await inList();
  expect(focused()).toBe('One');
  await user.keyboard('jj');
  expect(focused()).toBe('Off');
  await user.keyboard('jkk');
  expect(focused()).toBe('One');
  await user.keyboard('xjx');
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  await user.keyboard('x');
  expect(screen.getByRole('checkbox', { name: 'Select One' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select Two' })).not.toBeChecked();
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await user.keyboard('jx');
  expect(screen.getByRole('searchbox')).toHaveValue('probesjx');
});

it('goes on by keys after a click on a box', async () => {
  const { user } = await inList();
  await user.click(screen.getByRole('checkbox', { name: 'Select Two' }));
  await user.keyboard('j');
  expect(focused()).toBe('Off');
});

it('generates for what is selected, else for the focused row if it can have a comment', async () => {
  const { user } = await inList();
  await user.keyboard('jjg');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.keyboard('kg');
  expect(await screen.findByRole('dialog', { name: 'Generate Comment' })).toHaveTextContent('Two');
  await user.keyboard('{Escape}');
  await expect.poll(focused).toBe('Two');
  await user.keyboard('xg');
  expect(await screen.findByRole('dialog', { name: 'Bulk Comment Generation' })).toBeInTheDocument();
});

it('leaves the keys alone where shortcuts are off', async () => {
  shortcutsPreference.write('off');
  const { user } = await inList();
  await user.keyboard('jx');
  expect(focused()).toBe('One');
  expect(screen.queryByText('1 selected')).not.toBeInTheDocument();
});
