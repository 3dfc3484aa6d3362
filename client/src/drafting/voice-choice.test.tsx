import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDraftServer, openGenerateDialog } from '../testing/discover-screen.tsx';
import { aComment, aFoundVideo, userSettings } from '../testing/factories.ts';
import type { FakeServer } from '../testing/fake-server.ts';
import { aVoiceProfile } from '../testing/fake-settings.ts';
import { press } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
const plain = aVoiceProfile({ id: 1, name: 'Plain', defaultCommentStyle: 'insightful' });
const warm = aVoiceProfile({ id: 2, name: 'Warm', defaultCommentStyle: 'supportive' });

let server: FakeServer;
beforeEach(() => {
  server = createDraftServer(drafted)
    .on('GET /api/voice-profiles', [plain, warm])
    .on('GET /api/user-settings', userSettings({ activeVoiceProfileId: 1 }));
});

const voice = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Voice' });

describe('the voice of a draft (rule 8.28)', () => {
  it('is the active profile at first, which the request does not name', async () => {
    const { generate } = openGenerateDialog(video);
    await waitFor(async () => expect(await voice()).toHaveDisplayValue('Plain'));
    await generate();
    await screen.findByDisplayValue('A drafted text.');
    expect(server.sent('POST /api/comments/generate')).toEqual([
      expect.not.objectContaining({ voiceProfileId: expect.anything() }),
    ]);
  });

  it('can be switched for this draft alone, with the style of that profile', async () => {
    const { dialog, user, generate } = openGenerateDialog(video);
    await user.selectOptions(await voice(), 'Warm');
    expect(dialog.getByRole('radio', { name: 'Supportive & Encouraging' })).toBeChecked();
    await generate();
    await screen.findByDisplayValue('A drafted text.');
    expect(server.sent('POST /api/comments/generate')).toMatchObject([
      { voiceProfileId: 2, style: 'supportive' },
    ]);
    expect(server.sent('PUT /api/user-settings')).toEqual([]);
  });

  it('can be neutral for this draft alone, although a profile is active', async () => {
    const { user, generate } = openGenerateDialog(video);
    await user.selectOptions(await voice(), 'Neutral');
    await generate();
    await screen.findByDisplayValue('A drafted text.');
    expect(server.sent('POST /api/comments/generate')).toMatchObject([
      { voiceProfileId: null },
    ]);
  });

  it('offers to draft again after a switch', async () => {
    server.on('POST /api/comments/:id/regenerate', {
      comment: drafted,
      analysis: drafted.analysis,
    });
    const { dialog, user, generate } = openGenerateDialog(video);
    await generate();
    await screen.findByDisplayValue('A drafted text.');
    await user.selectOptions(await voice(), 'Warm');
    await press(/^Draft again/, dialog);
    await waitFor(() =>
      expect(server.sent('POST /api/comments/:id/regenerate')).toMatchObject([
        { voiceProfileId: 2 },
      ]),
    );
  });

  it('is said to be neutral while no profile is active', async () => {
    server.on('GET /api/user-settings', userSettings({ activeVoiceProfileId: null }));
    openGenerateDialog(video);
    expect(await voice()).toHaveDisplayValue('Neutral');
  });

  it('is chosen for a bulk, too', async () => {
    server.on('POST /api/comments/generate-bulk', {
      results: [],
      errors: [],
      summary: { successful: 0, skipped: 0, failed: 0, addedToQueue: 0 },
    });
    const nothing = () => undefined;
    const { user } = renderPage(
      <BulkDialog videos={[video]} onClose={nothing} onProcessed={nothing} />,
      '/discover',
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(await voice(), 'Warm');
    await press('Generate 1 Comment', dialog);
    await waitFor(() =>
      expect(server.sent('POST /api/comments/generate-bulk')).toMatchObject([
        { voiceProfileId: 2 },
      ]),
    );
  });
});
