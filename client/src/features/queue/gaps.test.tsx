import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aNumberedItem, createFakeQueue, type FakeQueue } from '../../testing/fake-lists.ts';
import { type Call, problem } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { editor, openQueue, openTitle } from '../../testing/queue-screen.tsx';

const GAP = '‹your figure›';
const CONTENT = `It works. We saved ${GAP} a week. Why?`;
const REASON = `Fill in ${GAP} first`;

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
  queue.items = [aNumberedItem(1, { content: CONTENT }), aNumberedItem(2)];
});

const selected = () => {
  const { value, selectionStart, selectionEnd } = editor() as HTMLTextAreaElement;
  return value.slice(selectionStart, selectionEnd);
};

const article = () => within(screen.getByRole('article'));
const querySaid = () => article().queryByRole('alert');
const said = () => article().getByRole('alert');

const changes = () => queue.server.calls.filter(({ method }) => method !== 'GET');

describe('an open gap', () => {
  it('keeps a comment from being approved, by press and by key, and says why each time', async () => {
    const { user } = await openQueue();
    const approve = article().getByRole('button', { name: 'Approve' });
    expect(approve).toHaveAccessibleDescription(REASON);
    expect(querySaid()).not.toBeInTheDocument();
    await user.click(approve);
    const first = said();
    expect(first).toHaveTextContent(REASON);
    await user.keyboard('a');
    expect(said()).not.toBe(first);
    expect(openTitle()).toBe('Video number 1');
    expect(changes()).toEqual([]);
  });

  it.each([
    ['retried', { status: 'failed', failureReason: 'No.' }, ['a']],
    ['scheduled or posted', { status: 'approved' }, ['s', 'p', '{Enter}']],
  ] as const)('keeps a comment from being %s', async (_, comment, keys) => {
    queue.items = [aNumberedItem(1, { content: CONTENT, ...comment })];
    const { user } = await openQueue();
    for (const key of keys) {
      await user.keyboard(key);
      expect(said()).toHaveTextContent(REASON);
    }
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(changes()).toEqual([]);
  });

  it('leaves rejecting free', async () => {
    const { user } = await openQueue();
    await user.keyboard('r');
    await expectNotice('Comment Rejected');
    expect(queue.items[0]?.comment.status).toBe('rejected');
    expect(screen.queryByText(REASON)).not.toBeInTheDocument();
  });

  it('is selected with F2 from the page and in the text, and filled by typing', async () => {
    const { user } = await openQueue();
    await user.keyboard('{F2}');
    expect(editor()).toHaveFocus();
    expect(selected()).toBe(GAP);
    await user.keyboard('three hours');
    expect(editor()).toHaveValue('It works. We saved three hours a week. Why?');
    expect(screen.queryByText(REASON)).not.toBeInTheDocument();
    await user.keyboard('{Escape}a');
    await expectNotice('Comment Approved');
    expect(queue.items[0]?.comment.content).toBe('It works. We saved three hours a week. Why?');
  });

  it('goes with its sentence by Alt+Backspace', async () => {
    const { user } = await openQueue();
    await user.keyboard('{F2}{Alt>}{Backspace}{/Alt}');
    expect(editor()).toHaveValue('It works. Why?');
    expect(screen.queryByText(REASON)).not.toBeInTheDocument();
  });

  it('counts as typed, not as saved', async () => {
    queue.items = [aNumberedItem(1, { content: 'It works.', gaps: [GAP] })];
    const { user } = await openQueue();
    await user.type(editor(), ` in ${GAP}`);
    await user.keyboard('{Escape}a');
    expect(said()).toHaveTextContent(REASON);
    expect(changes()).toEqual([]);
  });

  it('is none where the person typed the brackets', async () => {
    queue.items = [aNumberedItem(1, { content: 'It works.' })];
    const { user } = await openQueue();
    await user.type(editor(), ' Or ‹works›?');
    expect(screen.queryByText(/^Fill in/)).not.toBeInTheDocument();
    await user.keyboard('{Escape}a');
    await expectNotice('Comment Approved');
  });
});

describe('Approve All', () => {
  const refuseGaps = (call: Call) =>
    call.path.endsWith('/1')
      ? problem(409, 'open_gap', `Fill in ${GAP} or remove it first. Nothing was changed.`)
      : queue.answerPatch(call);

  it.each([
    [2, 'Comments Approved', '1 of 2 were approved. 1 has a gap to fill.'],
    [1, 'Nothing Approved', '0 of 1 were approved. 1 has a gap to fill.'],
  ])('leaves out those with a gap of %i, and says how many', async (count, title, words) => {
    queue.items = queue.items.slice(0, count);
    queue.server.on('PATCH /api/comments/:id', refuseGaps);
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    await user.click(await screen.findByRole('button', { name: /^Approve \d+$/ }));
    await expectNotice(title, words);
    expect(queue.items[0]?.comment.status).toBe('pending');
  });

  it('names other refusals beside them', async () => {
    queue.server.on('PATCH /api/comments/:id', (call) =>
      call.path.endsWith('/1') ? refuseGaps(call) : problem(409, 'being_posted', 'It is being posted.'),
    );
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    await user.click(await screen.findByRole('button', { name: /^Approve \d+$/ }));
    await expectNotice(
      'Failed to approve all comments',
      '0 of 2 were approved. 1 has a gap to fill. It is being posted.',
    );
  });
});
