import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Alternative } from '#shared/contracts/drafts.ts';
import { createDraftServer, openDraft } from '../testing/discover-screen.tsx';
import {
  aComment,
  aFoundVideo,
  anAlternative,
  anAnalysis,
} from '../testing/factories.ts';
import { type FakeServer, problem } from '../testing/fake-server.ts';
import { press } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { WhatChanged } from './draft-choices.tsx';

describe('changing a draft', () => {
  const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
  const drafted = aComment({ id: 70, video, content: 'We kept three of eleven.' });
  const version = (content: string, revision: number, ...before: Alternative[]) => ({
    comment: { ...drafted, content, generatedContent: content, revision },
    analysis: anAnalysis(),
    alternatives: before,
  });
  let server: FakeServer;

  beforeEach(() => {
    server = createDraftServer(drafted, { alternatives: [] });
  });

  const opened = () => openDraft(video);
  const wishes = () => server.sent('POST /api/comments/70/regenerate');

  describe('to a shorter one', () => {
    const before = 'We kept three of eleven. Mine.';

    async function shorten() {
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
      const page = await opened();
      await page.user.type(page.text, ' Mine.');
      await press('Shorter', page.dialog);
      await waitFor(() => expect(page.text).toHaveValue('We kept three.'));
      const changed = within(page.dialog.getByRole('region', { name: 'What changed' }));
      return { ...page, changed };
    }

    it('saves the edits first, and sends the wish', async () => {
      await shorten();
      expect(server.sent('PATCH /api/comments/70')).toEqual([
        { content: before, revision: 1 },
      ]);
      expect(wishes()).toMatchObject([{ style: 'insightful', steer: 'shorter' }]);
    });

    it('shows what changed, beside the previous version', async () => {
      const { dialog, changed } = await shorten();
      expect(
        changed.getAllByRole('deletion').map(({ textContent }) => textContent),
      ).toEqual([' of eleven', ' Mine.']);
      expect(dialog.getByRole('button', { name: /^Draft 2/ })).toHaveAccessibleName(
        /Before: Shorter/,
      );
    });

    it('can be undone', async () => {
      const { dialog, changed, text } = await shorten();
      server.on(
        'POST /api/comments/:id/pick',
        version(before, 4, anAlternative('We kept three.', '')),
      );
      await press('Undo', changed);
      await waitFor(() => expect(text).toHaveValue(before));
      expect(server.sent('POST /api/comments/70/pick')).toEqual([
        { alternative: before, revision: 3 },
      ]);
      expect(
        dialog.queryByRole('region', { name: 'What changed' }),
      ).not.toBeInTheDocument();
    });
  });

  it('sends a wish in words with the changed material, and then clears it', async () => {
    server.on('POST /api/comments/:id/regenerate', version('Helm kept three.', 2));
    const { dialog, user, text } = await opened();
    const wish = dialog.getByRole('textbox', { name: 'What should change?' });
    await user.type(
      dialog.getByRole('textbox', { name: /^What do you want to say/ }),
      'Count',
    );
    await user.type(wish, 'Name the tool{Enter}');
    await waitFor(() => expect(text).toHaveValue('Helm kept three.'));
    expect(wishes()).toMatchObject([
      { style: 'insightful', point: 'Count', instruction: 'Name the tool' },
    ]);
    await waitFor(() => expect(wish).toHaveValue(''));
  });

  it('keeps the text and the wish when that failed', async () => {
    server.on(
      'POST /api/comments/:id/regenerate',
      problem(503, 'model_unavailable', 'Not now.'),
    );
    const { dialog, user, text } = await opened();
    const wish = dialog.getByRole('textbox', { name: 'What should change?' });
    await user.type(wish, 'Name the tool{Enter}');
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(text).toHaveValue('We kept three of eleven.');
    expect(wish).toHaveValue('Name the tool');
  });

  it('offers more than three versions, each with its key', async () => {
    const more = ['Two.', 'Three.', 'Four.', 'Five.'].map((content) =>
      anAlternative(content, 'Before'),
    );
    server.on('POST /api/comments/:id/regenerate', version('One.', 2, ...more));
    const { dialog, user, text } = await opened();
    await press('Shorter', dialog);
    expect(await dialog.findByText(/^5 drafts to choose from/)).toHaveTextContent(
      /, or press 1 to 5$/,
    );
    server.on('POST /api/comments/:id/pick', version('Five.', 3));
    await user.keyboard('5');
    await waitFor(() => expect(text).toHaveValue('Five.'));
    expect(server.sent('POST /api/comments/70/pick')).toEqual([
      { alternative: 'Five.', revision: 2 },
    ]);
  });

  it('finds changed words in a script without spaces', () => {
    renderPage(
      <WhatChanged
        before="我们保留三个模板"
        after="我们保留五个模板"
        disabled={false}
        onUndo={() => undefined}
      />,
    );
    expect(screen.getByRole('deletion')).toHaveTextContent(/^三$/);
    expect(screen.getByRole('insertion')).toHaveTextContent(/^五$/);
  });
});
