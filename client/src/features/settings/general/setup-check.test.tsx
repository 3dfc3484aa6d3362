import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { held, problem } from '../../../testing/fake-server.ts';
import { createFakeSettings } from '../../../testing/fake-settings.ts';
import { renderPage } from '../../../testing/render.tsx';
import { SettingsPage } from '../settings-page.tsx';

const line = {
  name: 'Backup',
  state: 'ok',
  tried: 'Looked.',
  found: 'It is there.',
  page: null,
  command: null,
};

it('checks the setup by one press, and shows what was tried, found and mends it (rule 6.9)', async () => {
  const { server } = createFakeSettings();
  const page = 'https://console.cloud.google.com/apis/library/youtube.googleapis.com?project=1';
  const api = { ...line, name: 'YouTube Data API', state: 'failed', found: 'It is not enabled.', page };
  const clock = { ...line, name: 'Clock', state: 'failed', command: 'sudo timedatectl set-ntp true' };
  const gate = held([api, clock, line]);
  server.on('POST /api/setup-check', gate.answer);
  const { user } = renderPage(<SettingsPage />, '/settings');
  await user.click(await screen.findByRole('tab', { name: 'General Settings' }));
  const section = within(screen.getByRole('region', { name: 'YouTube connection' }));
  await user.click(section.getByRole('button', { name: 'Check the setup' }));
  expect(section.getByRole('button', { name: 'Checking…' })).toBeDisabled();
  gate.release();
  const [first, second, third] = await section.findAllByRole('listitem');
  expect(first).toHaveTextContent('YouTube Data APIFailedLooked.It is not enabled.');
  expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute('href', page);
  expect(second).toHaveTextContent('sudo timedatectl set-ntp true');
  expect(third).toHaveTextContent('BackupOK');

  server.on('POST /api/setup-check', () => problem(429, 'rate_limited', 'Wait a few minutes.'));
  await user.click(section.getByRole('button', { name: 'Check the setup' }));
  expect(await section.findByText(/Wait a few minutes\./)).toBeInTheDocument();
});
