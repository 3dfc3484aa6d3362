import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aNumberedItem, createFakeQueue } from '../../testing/fake-lists.ts';
import { drawn } from '../../testing/page.ts';
import { openQueue } from '../../testing/queue-screen.tsx';

it('counts what waits elsewhere, each with its link, and leaves out what there is none of (rule 13.23)', async () => {
  const queue = createFakeQueue();
  queue.items = [
    aNumberedItem(1),
    aNumberedItem(2, { status: 'failed' }),
    aNumberedItem(3, { status: 'failed' }),
  ];
  queue.server
    .on('GET /api/replies/counts', { new: 3, read: 5, answered: 0, dismissed: 0 })
    .on('GET /api/outcomes/summary', { hiddenThisWeek: 1, newReplies: 3 });
  const { client } = await openQueue();
  const work = within(await screen.findByRole('list', { name: 'Open work' }));
  const links = () => work.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  await waitFor(() =>
    expect(links()).toEqual([
      ['3 new replies', '/history?tab=replies'],
      ['1 hidden comment', '/history?visibility=only_you'],
      ['2 failed', '/queue?filter=failed'],
    ]),
  );
  queue.server
    .on('GET /api/replies/counts', { new: 1, read: 0, answered: 0, dismissed: 0 })
    .on('GET /api/outcomes/summary', { hiddenThisWeek: 0, newReplies: 1 });
  await client.invalidateQueries();
  await waitFor(() => expect(links().map(([words]) => words)).toEqual(['1 new reply', '2 failed']));
});

it('is not there without open work', async () => {
  createFakeQueue();
  await openQueue();
  await drawn();
  expect(screen.queryByRole('list', { name: 'Open work' })).not.toBeInTheDocument();
});
