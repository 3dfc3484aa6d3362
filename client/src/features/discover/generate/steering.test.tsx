import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Alternative } from '#shared/contracts/draft-record.ts';
import { openGenerateDialog } from '../../../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAlternative, anAnalysis } from '../../../testing/factories.ts';
import { createFrameServer } from '../../../testing/fake-lists.ts';
import { type FakeServer, problem } from '../../../testing/fake-server.ts';
import { wordChanges } from './word-changes.ts';

const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
const drafted = aComment({ id: 70, video, content: 'We kept three of eleven.' });
const version = (content: string, revision: number, ...before: Alternative[]) => ({
  comment: { ...drafted, content, generatedContent: content, revision },
  analysis: anAnalysis(),
  alternatives: before,
});
let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [drafted])
    .on('POST /api/comments/generate', { comment: drafted, analysis: anAnalysis(), alternatives: [] });
});

async function opened() {
  const page = openGenerateDialog(video, { isPressed: true });
  const dialog = within(screen.getByRole('dialog', { name: 'Generate Comment' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Shorter' })).toBeEnabled());
  const text = dialog.getByRole('textbox', { name: 'Generated comment' });
  return { ...page, dialog, text };
}

const wishes = () => server.sent('POST /api/comments/70/regenerate');

describe('steering a draft', () => {
  it('saves edits, shows what changed beside the version before, and takes it back', async () => {
    const before = 'We kept three of eleven. Mine.';
    server
      .on('PATCH /api/comments/:id', { ...drafted, content: before, revision: 2 })
      .on(
        'POST /api/comments/:id/regenerate',
        version(
          'We kept three.',
          3,
          anAlternative(before, 'Before: Shorter'),
          anAlternative('Another.', 'cost'),
        ),
      );
    const { dialog, user, text } = await opened();
    await user.type(text, ' Mine.');
    await user.click(dialog.getByRole('button', { name: 'Shorter' }));
    await waitFor(() => expect(text).toHaveValue('We kept three.'));
    expect(server.sent('PATCH /api/comments/70')).toEqual([{ content: before, revision: 1 }]);
    expect(wishes()).toEqual([{ style: 'insightful', steer: 'shorter' }]);
    expect(dialog.queryByText('What you had typed was set aside.')).not.toBeInTheDocument();
    const changed = within(dialog.getByRole('region', { name: 'What changed' }));
    expect(changed.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual([
      ' of eleven',
      ' Mine.',
    ]);
    expect(dialog.getByRole('button', { name: /^Draft 2/ })).toHaveAccessibleName(/Before: Shorter/);

    server.on('POST /api/comments/:id/pick', version(before, 4, anAlternative('We kept three.', '')));
    await user.click(changed.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(text).toHaveValue(before));
    expect(server.sent('POST /api/comments/70/pick')).toEqual([{ alternative: 0, revision: 3 }]);
    expect(dialog.queryByRole('region', { name: 'What changed' })).not.toBeInTheDocument();
  });

  it.each([
    ['More concrete', 'more_concrete'],
    ['Less certain', 'less_certain'],
    ['Ask instead', 'ask_instead'],
  ])('by “%s”', async (name, steer) => {
    server.on('POST /api/comments/:id/regenerate', version('Another way.', 2));
    const { dialog, user, text } = await opened();
    await user.click(dialog.getByRole('button', { name }));
    await waitFor(() => expect(text).toHaveValue('Another way.'));
    expect(wishes()).toEqual([{ style: 'insightful', steer }]);
    // The version before is not among the drafts.
    const changed = within(dialog.getByRole('region', { name: 'What changed' }));
    expect(changed.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('by a wish in words, with what changed in the material; a failed one is kept', async () => {
    server.on('POST /api/comments/:id/regenerate', () => problem(503, 'model_unavailable', 'Not now.'));
    const { dialog, user, text } = await opened();
    const wish = dialog.getByRole('textbox', { name: 'Or say what to change' });
    await user.type(dialog.getByRole('textbox', { name: /^What do you want to say/ }), 'Count');
    await user.type(wish, 'Name the tool{Enter}');
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(text).toHaveValue('We kept three of eleven.');
    expect(wish).toHaveValue('Name the tool');
    server.on('POST /api/comments/:id/regenerate', version('Helm kept three.', 2));
    await user.type(wish, '{Enter}');
    await waitFor(() => expect(text).toHaveValue('Helm kept three.'));
    expect(wishes().at(-1)).toEqual({ style: 'insightful', point: 'Count', instruction: 'Name the tool' });
    await waitFor(() => expect(wish).toHaveValue(''));
  });

  it('offers more than three versions, each by its key', async () => {
    const more = ['Two.', 'Three.', 'Four.', 'Five.'].map((content) => anAlternative(content, 'Before'));
    server.on('POST /api/comments/:id/regenerate', version('One.', 2, ...more));
    const { dialog, user, text } = await opened();
    await user.click(dialog.getByRole('button', { name: 'Shorter' }));
    expect(await dialog.findByText(/^5 drafts to choose from/)).toHaveTextContent(/, or press 1 to 5$/);
    server.on('POST /api/comments/:id/pick', version('Five.', 3));
    await user.keyboard('5');
    await waitFor(() => expect(text).toHaveValue('Five.'));
    expect(server.sent('POST /api/comments/70/pick')).toEqual([{ alternative: 3, revision: 2 }]);
  });
});

it('tells changed words in a script without spaces', () => {
  expect(wordChanges('我们保留三个模板', '我们保留五个模板').filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: '三' },
    { kind: 'added', text: '五' },
  ]);
});
