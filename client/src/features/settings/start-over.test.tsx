import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSandbox, signedIn } from '../../testing/factories.ts';
import { createFakeServer, problem } from '../../testing/fake-server.ts';
import { expectNotice, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { StartOver } from './start-over.tsx';

it('says what is deleted before the sandbox is emptied (rule 1.7)', async () => {
  const server = createFakeServer()
    .on('GET /api/auth/user', signedIn({ sandbox: aSandbox() }))
    .on(
      'POST /api/sandbox/start-over',
      problem(503, 'database_unavailable', 'The database does not answer.'),
    );
  renderPage(<StartOver />);
  await press('Start over');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(
    dialog.getByText(/^This deletes all comments, replies, voice profiles/),
  ).toBeInTheDocument();
  expect(server.sent('POST /api/sandbox/start-over')).toEqual([]);
  await press('Delete and start over', dialog);
  await expectNotice('Failed to start over', 'The database does not answer.');
});

it('is not offered outside the sandbox', async () => {
  const server = createFakeServer();
  renderPage(<StartOver />);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Start over' })).not.toBeInTheDocument();
});
