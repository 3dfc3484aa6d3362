import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { catchDownloads } from '../../testing/downloads.ts';
import { aComment, aQueueItem } from '../../testing/factories.ts';
import { brokenOff, createFakeServer } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/notices.ts';
import { renderPage } from '../../testing/render.tsx';
import { ExportQueueButton } from './export-queue-button.tsx';

it('exports the queue or says why it cannot (rule 2.6)', async () => {
  const server = createFakeServer().on('GET /api/queue', brokenOff);
  const files = catchDownloads();
  const { user } = renderPage(<ExportQueueButton />);
  const button = screen.getByRole('button', { name: 'Export Queue' });
  await user.click(button);
  await expectNotice('Export Failed', 'Failed to load the queue');
  server.on('GET /api/queue', [aQueueItem({ comment: aComment({ content: 'In the queue.' }) })]);
  await user.click(button);
  await waitFor(() => expect(files[0]?.name).toMatch(/^chime-in-queue-.*\.csv$/));
  expect(await files[0]?.text()).toContain('In the queue.');
});
