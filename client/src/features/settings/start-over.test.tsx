import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSandbox, signedIn } from '../../testing/factories.ts';
import { createFakeServer, problem } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { StartOver } from './start-over.tsx';

it('says what is deleted before the sandbox is emptied (rule 1.7)', async () => {
  const server = createFakeServer()
    .on('GET /api/auth/user', signedIn({ sandbox: aSandbox() }))
    .on(
      'POST /api/sandbox/start-over',
      problem(503, 'database_unavailable', 'The database does not answer.'),
    );
  const { user } = renderPage(<StartOver />);
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(
    dialog.getByText(/^This deletes all comments, replies, voice profiles/),
  ).toBeInTheDocument();
  expect(server.sent('POST /api/sandbox/start-over')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete and start over' }));
  await expectNotice('Failed to start over', 'The database does not answer.');
});

it('is not offered outside the sandbox', async () => {
  const server = createFakeServer();
  renderPage(<StartOver />);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Start over' })).not.toBeInTheDocument();
});
