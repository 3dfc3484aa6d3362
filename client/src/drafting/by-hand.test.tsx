import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDraftServer, openGenerateDialog } from '../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAnalysis, aQueueItem } from '../testing/factories.ts';
import { type FakeServer, json, problem } from '../testing/fake-server.ts';
import { expectNoDialog, expectNotice, press } from '../testing/page.ts';

const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
const words = 'We gave the probe ten minutes once.';
const stored = aComment({
  id: 70,
  video,
  content: words,
  generatedContent: '',
  model: null,
  isScoreCurrent: false,
  analysis: {
    ...anAnalysis(),
    sentences: [
      { text: words, source: { kind: 'person', quote: null, at: null }, unsupported: [] },
    ],
  },
});

let server: FakeServer;
beforeEach(() => {
  server = createDraftServer(stored)
    .on('POST /api/comments', () => json(stored, 201))
    .on('POST /api/queue', () => json(aQueueItem({ comment: stored }), 201));
});

const field = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' });

async function begun() {
  const page = openGenerateDialog(video);
  await press('Write it yourself', page.dialog);
  return page;
}

async function typed(text = words) {
  const page = await begun();
  await page.user.type(field(), text);
  return page;
}

describe('Write it yourself (rule 2.11)', () => {
  it('opens an empty field with the focus in it, and asks no model', async () => {
    const { dialog } = await begun();
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('');
    expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
    expect(server.sent('POST /api/comments/generate')).toEqual([]);
  });

  it('stores the text and adds it to the queue in one press', async () => {
    const { dialog } = await typed();
    await press('Add to Queue', dialog);
    await expectNotice('Added to Queue', 'Comment has been added to your review queue.');
    expect(server.sent('POST /api/comments')).toEqual([
      { videoId: 7, style: 'insightful', content: words },
    ]);
    expect(server.sent('POST /api/queue')).toEqual([
      { commentId: 70, priority: 0, autoPost: false },
    ]);
    expectNoDialog();
  });

  it('approves and schedules the text in one press', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    server
      .on('GET /api/queue/free-slots', { times: [at] })
      .on(
        'POST /api/comments/:id/schedule',
        aQueueItem({ comment: stored, scheduledFor: at }),
      );
    const { dialog } = await typed();
    await press(/^Approve & Schedule/, dialog);
    await waitFor(() =>
      expect(server.sent('POST /api/comments/70/schedule')).toHaveLength(1),
    );
    expect(server.sent('POST /api/comments')).toHaveLength(1);
  });

  it('shows the saved text with its checks and no score', async () => {
    const { dialog } = await typed();
    await press('Save Edits', dialog);
    await expectNotice('Comment Saved', 'Your edits have been saved successfully.');
    expect(await dialog.findByDisplayValue(words)).toHaveAccessibleName(
      'Generated comment',
    );
    expect(dialog.getByText('Not scored')).toBeInTheDocument();
    expect(dialog.queryByText(/\/100/)).not.toBeInTheDocument();
    // The sentences are the user's own, so none is marked as confirmed.
    expect(dialog.queryByText('Confirmed by you')).not.toBeInTheDocument();
    expect(
      dialog.queryByRole('button', { name: 'Why this draft' }),
    ).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Two other takes' })).toBeDisabled();
  });

  it('keeps the text over the closed dialog, and starts no draft over it', async () => {
    const { dialog, unmount } = await typed();
    expect(dialog.getByText('Closing keeps what you typed.')).toBeInTheDocument();
    await press('Cancel', dialog);
    unmount();
    openGenerateDialog(video, { isPressed: true });
    expect(field()).toHaveValue(words);
    expect(server.sent('POST /api/comments/generate')).toEqual([]);
  });

  it('keeps the text if it could not be stored', async () => {
    server.on('POST /api/comments', () =>
      problem(409, 'comments_off', 'Comments are off.'),
    );
    const { dialog } = await typed();
    await press('Add to Queue', dialog);
    await expectNotice('Save Failed', 'Comments are off.');
    expect(field()).toHaveValue(words);
    expect(server.sent('POST /api/queue')).toEqual([]);
  });

  it('stores the text before a draft replaces it', async () => {
    const drafted = {
      ...stored,
      content: 'A draft.',
      generatedContent: 'A draft.',
      revision: 2,
    };
    server.on('POST /api/comments/:id/regenerate', () => {
      server.on('GET /api/comments', [drafted]);
      return json({ comment: drafted, analysis: drafted.analysis });
    });
    const { dialog } = await typed();
    await press('Generate Comment', dialog);
    expect(await dialog.findByDisplayValue('A draft.')).toBeInTheDocument();
    expect(server.sent('POST /api/comments')).toMatchObject([{ content: words }]);
    expect(server.sent('POST /api/comments/generate')).toEqual([]);
  });

  it.each([
    [
      'the model is down',
      problem(502, 'model_unavailable', 'The model does not answer.'),
    ],
    ['no model is connected', problem(409, 'no_model', 'Connect a model.')],
    ['there is nothing to add', problem(409, 'nothing_to_add', 'The video says it all.')],
  ])('is offered where the draft failed because %s', async (_, answer) => {
    server.on('POST /api/comments/generate', () => answer);
    const { dialog, generate } = openGenerateDialog(video);
    await generate();
    await press('Write it yourself', dialog);
    expect(field()).toHaveFocus();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('goes on from the words of a draft that broke off', async () => {
    window.localStorage.setItem('chime-in.typed.draft-on.7', 'We gave the');
    const { dialog } = openGenerateDialog(video);
    await press('Write it yourself', dialog);
    expect(field()).toHaveValue('We gave the');
    fireEvent.change(field(), { target: { value: words } });
    await press('Add to Queue', dialog);
    await waitFor(() =>
      expect(server.sent('POST /api/comments')).toMatchObject([{ content: words }]),
    );
  });
});
