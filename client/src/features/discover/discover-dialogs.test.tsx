import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openResults } from '../../testing/discover-screen.tsx';
import { aComment, aCommentState, aFoundVideo, anAnalysis, aSearchAnswer } from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-lists.ts';
import { type FakeServer, json } from '../../testing/fake-server.ts';
// Loaded first, so that no test waits for a lazy chunk.
import './bulk/bulk-dialog.tsx';
import './generate/generate-dialog.tsx';
import './video/video-dialog.tsx';

const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [drafted])
    .on('GET /api/videos/search', aSearchAnswer([video]))
    .on('POST /api/comments/generate', () => {
      server.on('GET /api/videos/comment-states', [aCommentState(drafted)]);
      return json({ comment: drafted, analysis: anAnalysis() });
    });
});

const drafts = () => server.sent('POST /api/comments/generate');

it('closes by Back, keeps the draft, and Forward shows it and drafts no other (rule 2.11)', async () => {
  const { user } = openResults();
  await user.click(await screen.findByRole('button', { name: 'Generate Comment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate Comment' }));
  await dialog.findByDisplayValue('A drafted text.');
  expect(window.location.search).toContain('generate=7');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  window.history.forward();
  const saved = within(await screen.findByRole('dialog', { name: 'Probes that lie' }));
  expect(await saved.findByDisplayValue('A drafted text.')).toBeInTheDocument();
  expect(drafts()).toHaveLength(1);
  expect(server.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

it('opened by an address waits for its press (rule 2.11)', async () => {
  const { user } = openResults();
  await screen.findByRole('button', { name: 'Generate Comment' });
  window.history.pushState(null, '', `${window.location.pathname}?q=probes&generate=7`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate Comment' }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(drafts()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Generate Comment' }));
  expect(await screen.findByDisplayValue('A drafted text.')).toBeInTheDocument();
});

it('closes the bulk dialog by Back; Forward and an address show its form at most and start nothing (rule 2.12)', async () => {
  const { user } = openResults();
  await user.click(await screen.findByRole('checkbox', { name: 'Select All' }));
  await user.click(screen.getByRole('button', { name: 'Generate 1 Comment' }));
  await screen.findByRole('dialog', { name: 'Bulk Comment Generation' });
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(window.location.pathname).toBe('/discover');
  expect(screen.getByRole('button', { name: 'Generate 1 Comment' })).toBeInTheDocument();
  window.history.forward();
  await screen.findByRole('dialog', { name: 'Bulk Comment Generation' });
  window.history.pushState(null, '', '/discover?q=probes&bulk=8');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  window.history.pushState(null, '', '/discover?q=probes&bulk=7-8');
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Comment Generation' }));
  expect(dialog.getByText('1 video selected')).toBeInTheDocument();
  expect(server.sent('POST /api/comments/generate-bulk')).toEqual([]);
});

it('clears the selection after a bulk run that Back closes, and leaves no dialog behind on the way to the queue (rule 2.12)', async () => {
  server.on('POST /api/comments/generate-bulk', {
    results: [{ videoId: 7, success: true, addedToQueue: true, skipped: false, reason: null, commentId: 70 }],
    errors: [],
    summary: { successful: 1, skipped: 0, failed: 0, addedToQueue: 1 },
  });
  const { user } = openResults();
  await user.click(await screen.findByRole('checkbox', { name: 'Select All' }));
  const entries = window.history.length;
  await user.click(screen.getByRole('button', { name: 'Generate 1 Comment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Comment Generation' }));
  await user.click(dialog.getByRole('button', { name: 'Generate 1 Comment' }));
  await dialog.findByRole('button', { name: 'Go to Review Queue (1)' });
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Generate 1 Comment' })).not.toBeInTheDocument();
  window.history.forward();
  const again = within(await screen.findByRole('dialog', { name: 'Bulk Comment Generation' }));
  await user.click(again.getByRole('button', { name: 'Generate 1 Comment' }));
  await user.click(await again.findByRole('button', { name: 'Go to Review Queue (1)' }));
  expect(window.location.pathname).toBe('/queue');
  expect(window.history.length).toBe(entries + 1);
});
