import { within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aNumberedItem, createFakeQueue } from '../../testing/fake-lists.ts';
import { opened, openQueue, rowOf } from '../../testing/queue-screen.tsx';

const text = 'Do you pin the canary to that tenant,\nor just make sure it is in the mix?';

it('shows with an answer whom and what it answers, whole and as text (rule 13.22)', async () => {
  const queue = createFakeQueue();
  const answers = { replyId: 1, authorName: '@tobias_pdb', text: `${text} <b>now</b>`, pictureUrl: null };
  queue.items = [
    aNumberedItem(1, { answers }),
    aNumberedItem(2, { answers: { ...answers, text: null, authorName: null }, status: 'approved' }),
    aNumberedItem(3),
  ];
  const { user } = await openQueue();
  const first = within(
    (await opened('Video number 1')).getByRole('region', { name: 'Answer to @tobias_pdb' }),
  );
  expect(first.getByText(/^Do you pin/)).toHaveTextContent('in the mix? <b>now</b>');
  expect(rowOf('Video number 1')).toHaveTextContent('Answer to @tobias_pdb');
  expect(rowOf('Video number 3')).not.toHaveTextContent('Answer to');
  await user.click(rowOf('Video number 2'));
  const second = await opened('Video number 2');
  expect(
    within(second.getByRole('region', { name: 'Answer to somebody on YouTube' })).getByRole('blockquote'),
  ).toHaveTextContent('Deleted after 30 days');
});

it('leads to YouTube for a picture that an answer is to (rule 13.22)', async () => {
  const queue = createFakeQueue();
  const pictureUrl = 'https://www.youtube.com/watch?v=video-1&lc=abc.def';
  queue.items = [aNumberedItem(1, { answers: { replyId: 1, authorName: '@kim', text: '', pictureUrl } })];
  await openQueue();
  const answered = within((await opened('Video number 1')).getByRole('region', { name: 'Answer to @kim' }));
  expect(answered.getByRole('link', { name: 'A picture' })).toHaveAttribute('href', pictureUrl);
});
