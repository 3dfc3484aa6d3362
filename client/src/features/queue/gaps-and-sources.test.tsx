import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment, GroundedSentence } from '#shared/contracts/comment-detail.ts';
import { anAnalysis } from '../../testing/factories.ts';
import {
  aNumberedItem,
  commentIdIn,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { json } from '../../testing/fake-server.ts';
import { expectNoDialog, expectNotice, press } from '../../testing/page.ts';
import { editor, openQueue, openTitle } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('an open gap', () => {
  const GAP = '‹your figure›';
  const CONTENT = `It works. We saved ${GAP} a week. Why?`;
  const REASON = `Fill in ${GAP} first`;

  beforeEach(() => {
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

  it('says in the description of Approve why it prevents it', async () => {
    await openQueue();
    expect(
      article().getByRole('button', { name: 'Approve' }),
    ).toHaveAccessibleDescription(REASON);
    expect(querySaid()).not.toBeInTheDocument();
  });

  it('prevents approval by button and by key, and says why each time', async () => {
    const { user } = await openQueue();
    await press('Approve', article());
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
  ] as const)('prevents a comment from being %s', async (_, comment, keys) => {
    queue.items = [aNumberedItem(1, { content: CONTENT, ...comment })];
    const { user } = await openQueue();
    for (const key of keys) {
      await user.keyboard(key);
      expect(said()).toHaveTextContent(REASON);
    }
    expectNoDialog();
    expect(changes()).toEqual([]);
  });

  it('does not prevent rejecting', async () => {
    const { user } = await openQueue();
    await user.keyboard('r');
    await expectNotice('Comment Rejected');
    expect(queue.items[0]?.comment.status).toBe('rejected');
    expect(screen.queryByText(REASON)).not.toBeInTheDocument();
  });

  it('is selected with F2', async () => {
    const { user } = await openQueue();
    await user.keyboard('{F2}');
    expect(editor()).toHaveFocus();
    expect(selected()).toBe(GAP);
  });

  it('is filled by typing, after which the comment can be approved', async () => {
    const { user } = await openQueue();
    await user.keyboard('{F2}three hours');
    expect(editor()).toHaveValue('It works. We saved three hours a week. Why?');
    expect(screen.queryByText(REASON)).not.toBeInTheDocument();
    await user.keyboard('{Escape}a');
    await expectNotice('Comment Approved');
    expect(queue.items[0]?.comment.content).toBe(
      'It works. We saved three hours a week. Why?',
    );
  });

  it('is found in the typed text, not in the saved one', async () => {
    queue.items = [aNumberedItem(1, { content: 'It works.', gaps: [GAP] })];
    const { user } = await openQueue();
    await user.type(editor(), ` in ${GAP}`);
    await user.keyboard('{Escape}a');
    expect(said()).toHaveTextContent(REASON);
    expect(changes()).toEqual([]);
  });
});

describe('sources', () => {
  const FROM_VIDEO = 'Sharding by cluster kept it calm.';
  const UNSURE = 'We saved eleven hours.';
  const CONTENT = `${FROM_VIDEO} ${UNSURE}`;

  const fromVideo: GroundedSentence = {
    text: FROM_VIDEO,
    source: { kind: 'transcript', quote: 'we shard by cluster', at: 462 },
    unsupported: [],
  };
  const unsure: GroundedSentence = {
    text: UNSURE,
    source: { kind: 'notes', quote: null, at: null },
    unsupported: ['eleven'],
  };

  const withSentences = (sentences: GroundedSentence[], over: Partial<Comment> = {}) =>
    aNumberedItem(1, { content: CONTENT, analysis: anAnalysis({ sentences }), ...over });

  beforeEach(() => {
    queue.items = [withSentences([fromVideo, unsure])];
  });

  it('say what cannot be checked', async () => {
    queue.items = [withSentences([], { analysis: anAnalysis({ cannotCheck: true }) })];
    await openQueue();
    expect(
      await screen.findByText('Nothing to check against: only the title is known.'),
    ).toBeInTheDocument();
  });

  it('say who said the same', async () => {
    const alreadySaid = {
      author: '@mirelles',
      text: 'Shard by cluster and it stays calm.',
    };
    queue.items = [withSentences([], { analysis: anAnalysis({ alreadySaid }) })];
    await openQueue();
    expect(await screen.findByText('Already said by @mirelles')).toBeInTheDocument();
    expect(screen.getByText('“Shard by cluster and it stays calm.”')).toBeInTheDocument();
  });

  describe('after “I know this”', () => {
    async function vouch() {
      queue.server.on('POST /api/comments/:id/vouch', (call) => {
        const { revision } = queue.change(commentIdIn(call), {});
        const person = { kind: 'person', quote: null, at: null } as const;
        const sentences = [fromVideo, { ...unsure, source: person, unsupported: [] }];
        return json(
          queue.change(commentIdIn(call), {
            analysis: anAnalysis({ sentences }),
            revision: revision + 1,
          }),
        );
      });
      const { user } = await openQueue();
      await screen.findByRole('list', { name: 'Sources' });
      await user.type(editor(), ' Why?');
      await press('I know this');
      await screen.findByText('Confirmed by you');
    }

    it('accept the sentence', async () => {
      await vouch();
      expect(screen.getByText('Confirmed by you')).toBeInTheDocument();
      expect(
        screen.queryByRole('button', { name: 'I know this' }),
      ).not.toBeInTheDocument();
    });

    it('are confirmed for the text on the screen, which is saved first', async () => {
      await vouch();
      expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
        { content: `${CONTENT} Why?`, revision: 1 },
      ]);
      expect(queue.server.sent('POST /api/comments/:id/vouch')).toEqual([
        { sentence: UNSURE, revision: 2 },
      ]);
    });

    it('leave a comment that can be approved', async () => {
      await vouch();
      await press('Approve');
      await expectNotice('Comment Approved');
      expect(queue.server.sent('PATCH /api/comments/:id').at(-1)).toEqual({
        status: 'approved',
        revision: 3,
      });
    });
  });
});
