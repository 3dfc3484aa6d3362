import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { GroundedSentence } from '#shared/contracts/grounding.ts';
import { anAnalysis } from '../../testing/factories.ts';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-lists.ts';
import { json, problem } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { editor, openQueue } from '../../testing/queue-screen.tsx';

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

let queue: FakeQueue;

const withSentences = (sentences: GroundedSentence[], over: Partial<Comment> = {}) =>
  aNumberedItem(1, { content: CONTENT, analysis: anAnalysis({ sentences }), ...over });

const sources = () => screen.findByRole('list', { name: 'Sources' });

beforeEach(() => {
  queue = createFakeQueue();
  queue.items = [withSentences([fromVideo, unsure])];
});

describe('the sources of the open comment', () => {
  it('say where each sentence comes from, with the quote and its second of the one that is pointed at', async () => {
    const { user } = await openQueue();
    const notes = within(await sources());
    expect(notes.getAllByRole('listitem').map((note) => note.textContent)).toEqual([
      `1Transcript 7:42, ${FROM_VIDEO}`,
      `2“eleven” is in nothing you gave, ${UNSURE}I know thisRemove`,
    ]);
    expect(screen.queryByText(/we shard by cluster/)).not.toBeInTheDocument();
    await user.hover(notes.getByText('Transcript 7:42'));
    expect(screen.getByText('“we shard by cluster”')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open at 7:42' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=video-1&t=462s',
    );
  });

  it('go with the sentence that is edited, and come back with its words', async () => {
    const { user } = await openQueue();
    const notes = within(await sources());
    await user.type(editor(), '!');
    expect(notes.queryByText(/is in nothing you gave$/)).not.toBeInTheDocument();
    expect(notes.getByText('Transcript 7:42')).toBeInTheDocument();
    await user.type(editor(), '{Backspace}');
    expect(notes.getByText(/is in nothing you gave$/)).toBeInTheDocument();
  });

  it('are missing for a comment drafted before there were any', async () => {
    queue.items = [withSentences([], { analysis: 'Good.' })];
    await openQueue();
    await screen.findByText('Rolling updates, probes and what goes wrong with them.');
    expect(screen.queryByRole('list', { name: 'Sources' })).not.toBeInTheDocument();
  });

  it('tell what cannot be checked, and who said the same', async () => {
    const analysis = anAnalysis({
      sentences: [{ ...fromVideo, source: null }],
      cannotCheck: true,
      alreadySaid: { author: '@mirelles', text: 'Shard by cluster and it stays calm.' },
    });
    queue.items = [withSentences([], { analysis })];
    await openQueue();
    expect(await screen.findByText('Cannot check: there was only the title to go by.')).toBeInTheDocument();
    expect(screen.getByText('Already said by @mirelles')).toBeInTheDocument();
    expect(screen.getByText('“Shard by cluster and it stays calm.”')).toBeInTheDocument();
  });
});

describe('a sentence that is not in the material', () => {
  it('is the person’s own after “I know this”, which saves an unsaved edit first', async () => {
    queue.server.on('POST /api/comments/:id/vouch', (call) => {
      const { revision } = queue.change(commentIdIn(call), {});
      const person = { kind: 'person', quote: null, at: null } as const;
      const sentences = [fromVideo, { ...unsure, source: person, unsupported: [] }];
      return json(
        queue.change(commentIdIn(call), { analysis: anAnalysis({ sentences }), revision: revision + 1 }),
      );
    });
    const { user } = await openQueue();
    await sources();
    await user.type(editor(), ' Why?');
    await user.click(screen.getByRole('button', { name: 'I know this' }));
    expect(await screen.findByText('Confirmed by you')).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { content: `${CONTENT} Why?`, revision: 1 },
    ]);
    expect(queue.server.sent('POST /api/comments/:id/vouch')).toEqual([{ sentence: UNSURE, revision: 2 }]);
    expect(screen.queryByRole('button', { name: 'I know this' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await expectNotice('Comment Approved');
    expect(queue.server.sent('PATCH /api/comments/:id').at(-1)).toEqual({ status: 'approved', revision: 3 });
  });

  it('stays as it is where confirming is refused, and the reason is said', async () => {
    queue.server.on('POST /api/comments/:id/vouch', () =>
      problem(409, 'being_posted', 'It is being posted.'),
    );
    const { user } = await openQueue();
    await sources();
    await user.click(screen.getByRole('button', { name: 'I know this' }));
    await expectNotice('Update Failed', 'It is being posted.');
    expect(screen.getByRole('button', { name: 'I know this' })).toBeInTheDocument();
  });

  it('goes with Remove, as an unsaved edit that Undo takes back', async () => {
    const { user } = await openQueue();
    await sources();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(editor()).toHaveValue(FROM_VIDEO);
    expect(screen.getByText('Not saved')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(editor()).toHaveValue(CONTENT);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([{ content: FROM_VIDEO, revision: 1 }]),
    );
  });

  it('cannot be changed while it is being posted', async () => {
    const posting = { state: 'sending', reason: null, nextTryAt: null } as const;
    queue.items = [withSentences([unsure], { posting })];
    await openQueue();
    await sources();
    expect(screen.getByRole('button', { name: 'I know this' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled();
  });
});
