import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedNames } from '../lib/storage.ts';
import { unsavedEdit } from '../lib/unsaved.ts';
import { openResults } from '../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aSearchAnswer,
  noCommentState,
} from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-frame.ts';
import { type FakeServer, problem } from '../testing/fake-server.ts';
import { expectNotice, findQuestion, press } from '../testing/page.ts';
import { createUnsavedEdits } from './editor/comment-editor.tsx';

describe('discarding a draft (rule 2.22)', () => {
  const video = aFoundVideo({
    id: 7,
    title: 'Probes that lie',
    generatedComment: { id: 70 },
  });
  const draft = aComment({ id: 70, video, content: 'A drafted text.', revision: 3 });
  let server: FakeServer;

  beforeEach(() => {
    server = createFrameServer()
      .on('GET /api/comments', [draft])
      .on('GET /api/videos/comment-states', [aCommentState(draft)])
      .on('GET /api/videos/search', aSearchAnswer([video]))
      .on('DELETE /api/comments/:id', () => {
        server.on('GET /api/videos/comment-states', [noCommentState(video.id)]);
        return new Response(null, { status: 204 });
      });
  });

  async function asked(text = 'A drafted text.') {
    const page = openResults();
    await press('Discard');
    const dialog = await findQuestion('Discard Draft');
    await dialog.findByText(text);
    return { ...page, dialog };
  }

  const deletions = () =>
    server.calls
      .filter(({ method }) => method === 'DELETE')
      .map(({ path, query }) => ({ path, query }));

  it('shows the text, asks for confirmation, and makes the video available again', async () => {
    const { dialog } = await asked();
    await press('Discard', dialog);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Generate Comment' })).toBeEnabled(),
    );
    expect(deletions()).toEqual([{ path: '/api/comments/70', query: { revision: '3' } }]);
    expect(
      screen.queryByRole('button', { name: 'View Comment' }),
    ).not.toBeInTheDocument();
    expect(screen.getByRole('listitem')).toContainElement(
      document.activeElement as HTMLElement,
    );
  });

  it.each(['Keep', 'Close'])('keeps the draft by %s', async (name) => {
    const { dialog } = await asked();
    await press(name, dialog);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus();
    expect(deletions()).toEqual([]);
  });

  it('shows and deletes the unsaved edit of the draft too', async () => {
    unsavedEdit(70, 3).write('Half a thought');
    openResults();
    await press('Discard');
    const dialog = await findQuestion('Discard Draft');
    expect(await dialog.findByText('Half a thought')).toBeInTheDocument();
    await press('Discard', dialog);
    await waitFor(() => expect(unsavedEdit(70, 3).read()).toBeNull());
  });

  it('keeps nothing of an edit in the browser', async () => {
    const edits = createUnsavedEdits();
    edits.type(draft, 'Half a thought');
    const { dialog } = await asked('Half a thought');
    await press('Discard', dialog);
    await waitFor(() =>
      expect(storedNames().filter((name) => name.includes('.70.'))).toEqual([]),
    );
  });

  it('shows why the server refused, and keeps the draft', async () => {
    server.on(
      'DELETE /api/comments/:id',
      problem(409, 'revision_conflict', 'This comment was changed elsewhere.'),
    );
    const { dialog } = await asked();
    await press('Discard', dialog);
    await expectNotice('Discard Failed', 'This comment was changed elsewhere.');
    expect(
      await screen.findByRole('button', { name: 'View Comment' }),
    ).toBeInTheDocument();
  });
});
