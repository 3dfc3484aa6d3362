import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAnalysis } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { aDraftStream, json } from '../../testing/fake-server.ts';
import { expectNoDialog, expectNotice, press } from '../../testing/page.ts';
import { editor, openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;
beforeEach(() => {
  queue = createFakeQueue();
});

describe('redrafting with g', () => {
  const redrafts = 'POST /api/comments/:id/regenerate';
  const answerRedraft = (content: string) =>
    queue.answerStep(1, () => {
      const revision = queue.change(1, {}).revision + 1;
      const comment = queue.change(1, { content, status: 'pending', revision });
      return json({ comment, analysis: anAnalysis(), alternatives: [] });
    });

  beforeEach(() => {
    queue.items = [aNumberedItem(1, { status: 'approved' }), aNumberedItem(2)];
    queue.server.on(redrafts, () => answerRedraft('Half of it.'));
  });

  it('asks for another take by g and Enter, without a wish (rule 8.14)', async () => {
    const stream = aDraftStream();
    queue.server.once(redrafts, stream.answer);
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('g');
    expect(screen.getByRole('button', { name: 'Another take' })).toHaveFocus();
    await user.keyboard('{Enter}');
    stream.send({
      name: 'done',
      data: await answerRedraft('From another angle.').json(),
    });
    await expectNotice('Comment Redrafted');
    expect(queue.server.sent(redrafts)).toEqual([{ style: 'insightful' }]);
  });

  describe('with a typed text', () => {
    async function startShorter() {
      const stream = aDraftStream();
      queue.server.once(redrafts, stream.answer);
      const { user } = await openQueue({ query: '?comment=1' });
      await user.keyboard('e!{Escape}g{Tab}{Enter}');
      const finish = async (content: string) => {
        const redrafted = answerRedraft(content);
        stream.send({
          name: 'step',
          data: { id: redrafted.headers.get('X-Step') ?? '' },
        });
        stream.send({ name: 'done', data: await redrafted.json() });
        await expectNotice('Comment Redrafted');
      };
      return { user, stream, finish };
    }

    it('saves that text first, and asks for the chosen wish (rule 8.14)', async () => {
      const { finish } = await startShorter();
      await finish('Half of it.');
      expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
        { content: 'Draft number 1!', revision: 1 },
      ]);
      expect(queue.server.sent(redrafts)).toEqual([
        { style: 'insightful', steer: 'shorter' },
      ]);
    });

    it('shows the new text while it is written', async () => {
      const { stream, finish } = await startShorter();
      expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
      stream.words('Half of');
      await waitFor(() => expect(editor()).toHaveValue('Half of'));
      await finish('Half of it.');
      expect(editor()).toHaveValue('Half of it.');
    });

    it('lets a text that is being written be neither decided, removed nor scheduled', async () => {
      const { user, stream } = await startShorter();
      stream.words('Half of');
      await waitFor(() => expect(editor()).toHaveValue('Half of'));
      await user.keyboard('rxs');
      expectNoDialog();
      expect(queue.server.sent('PATCH /api/comments/:id')).toHaveLength(1);
      expect(queue.server.sent('DELETE /api/queue/:id')).toEqual([]);
    });

    it('restores each text with u, and the approval with the last (rule 12.4)', async () => {
      const { user, finish } = await startShorter();
      await finish('Half of it, twice.');
      await user.keyboard('g{Enter}');
      await waitFor(() => expect(editor()).toHaveValue('Half of it.'));
      await user.keyboard('u');
      await waitFor(() => expect(editor()).toHaveValue('Half of it, twice.'));
      expect(queue.change(1, {}).status).toBe('pending');
      await user.keyboard('u');
      await waitFor(() => expect(queue.change(1, {}).status).toBe('approved'));
      await expectNotice('Undid: redrafted "Video number 1"');
      expect(editor()).toHaveValue('Draft number 1!');
    });
  });

  it('moves between the wishes with Tab', async () => {
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('g{Tab}');
    expect(screen.getByRole('button', { name: 'Shorter' })).toHaveFocus();
  });

  it('works before a closed dialog has returned the focus', async () => {
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('?');
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    fireEvent.keyDown(document.body, { key: 'g' });
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('button', { name: 'Another take' })).toHaveFocus();
  });

  it('offers no undo when the user never saw the replaced text (rule 12.4)', async () => {
    const { user } = await openQueue({ query: '?comment=1' });
    queue.change(1, { content: 'From another tab.', revision: 2 });
    await user.keyboard('g{Enter}');
    await expectNotice('Comment Redrafted');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
  });
});

it('keeps the text when a redraft is stopped', async () => {
  queue.server.on('POST /api/comments/:id/regenerate', aDraftStream().answer);
  const { user } = await openQueue();
  await user.keyboard('g{Tab}{Tab}{Tab}{Tab}{Tab}With a number{Enter}');
  await press('Stop');
  await waitFor(() => expect(editor()).toHaveValue('Draft number 1'));
  expect(queue.server.sent('POST /api/comments/:id/regenerate')).toEqual([
    { style: 'insightful', instruction: 'With a number' },
  ]);
  expect(queue.server.aborted).toContain('POST /api/comments/1/regenerate');
});
