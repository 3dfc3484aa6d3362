import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { brokenOff, createFakeServer } from '../../testing/fake-server.ts';
import { catchDownloads, expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { ExportQueueButton } from './export-queue-button.tsx';

it('exports the queue under the name of the day, or says why it cannot (rule 2.6)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 5, 0, 30) });
  const server = createFakeServer().on('GET /api/queue/export', brokenOff);
  const files = catchDownloads();
  const { user } = renderPage(<ExportQueueButton />);
  const button = screen.getByRole('button', { name: 'Export Queue' });
  await user.click(button);
  await expectNotice('Export Failed', 'Failed to load the queue');
  server.on('GET /api/queue/export', ({ query }) => new Response(`the queue as ${query['format']}`));
  await user.click(button);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]).toMatchObject({ name: 'chime-in-queue-2026-01-05.csv', type: 'text/csv;charset=utf-8' });
  expect(await files[0]?.text()).toBe('the queue as csv');
});
