import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { held, problem } from '../../../testing/fake-server.ts';
import { createFakeSettings, type FakeSettings } from '../../../testing/fake-settings.ts';
import { catchDownloads, expectNotice } from '../../../testing/page.ts';
import { renderPage } from '../../../testing/render.tsx';
import { SettingsPage } from '../settings-page.tsx';

let server: FakeSettings['server'];
beforeEach(() => {
  ({ server } = createFakeSettings());
});

async function openBackups(answer: object) {
  server.on('GET /api/backups', { last: null, failure: null, folder: '/data/backups', ...answer });
  const { user } = renderPage(<SettingsPage />, '/settings');
  await user.click(await screen.findByRole('tab', { name: 'General Settings' }));
  const section = within(screen.getByRole('region', { name: 'Backups' }));
  await section.findByText('/data/backups');
  return { user, section };
}

describe('backups (rule 3.9)', () => {
  it('shows when the last one was made', async () => {
    const { section } = await openBackups({ last: { madeAt: '2026-11-22T03:00:00.000Z', bytes: 1_234_567 } });
    expect(section.getByText(/^Last backup:/)).toHaveTextContent(
      'Last backup: Nov 22, 2026, 3:00 AM (1.2 MB)',
    );
    expect(section.queryByRole('status')).not.toBeInTheDocument();
  });

  it('shows that and why one failed, and what to do', async () => {
    const reason = 'There is no room left for /data/backups. Free some, or set BACKUP_DIR to another folder.';
    const { section } = await openBackups({ failure: { at: '2026-11-22T03:00:00.000Z', reason } });
    expect(section.getByText('No backup has been made yet.')).toBeInTheDocument();
    expect(section.getByRole('status')).toHaveTextContent(
      `The backup of Nov 22, 2026, 3:00 AM failed. ${reason} Chime In tries again every hour.`,
    );
  });

  it('downloads a fresh one under the server’s name, or says why not', async () => {
    const files = catchDownloads();
    const { user, section } = await openBackups({});
    const button = section.getByRole('button', { name: 'Download a backup' });
    const gate = held(null);
    server.once('GET /api/backups/download', async (call) => {
      await gate.answer(call);
      const headers = { 'Content-Disposition': 'attachment; filename=chime-in-2026-11-22T141500Z.jsonl.gz' };
      return new Response('the backup', { headers });
    });
    await user.click(button);
    expect(section.getByRole('button', { name: 'Preparing…' })).toBeDisabled();
    gate.release();
    await section.findByRole('button', { name: 'Download a backup' });
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['chime-in-2026-11-22T141500Z.jsonl.gz', 'application/gzip', 10],
    ]);

    const sentence = 'The database does not answer right now. Try again in a moment.';
    server.once('GET /api/backups/download', () => problem(503, 'database_unavailable', sentence));
    await user.click(button);
    await expectNotice('Failed to download a backup', sentence);
  });
});
