import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { userSettings } from '../testing/factories.ts';
import { createFakeServer, problem } from '../testing/fake-server.ts';
import { expectNotice } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { SlotsDialog } from './slots-dialog.tsx';

const postingSlots = [
  { day: 1, time: '13:00' },
  { day: 1, time: '09:00' },
];

it('adds and removes weekly times, and moves them to the viewer’s zone (rule 7.18)', async () => {
  const server = createFakeServer()
    .on('GET /api/user-settings', userSettings({ timeZone: 'Asia/Kolkata', postingSlots }))
    .on('PUT /api/user-settings', userSettings());
  const onClose = vi.fn();
  const { user } = renderPage(<SlotsDialog onClose={onClose} />);
  const monday = within((await screen.findByText('Monday')).closest('li') as HTMLElement);
  expect(monday.getAllByText(/^\d\d:\d\d$/).map(({ textContent }) => textContent)).toEqual([
    '09:00',
    '13:00',
  ]);
  await user.click(monday.getByRole('button', { name: 'Remove Monday 13:00' }));
  const sunday = within(screen.getByText('Sunday').closest('li') as HTMLElement);
  expect(sunday.getByText('No slots')).toBeInTheDocument();
  const time = sunday.getByLabelText('Time on Sunday');
  await user.clear(time);
  expect(sunday.getByRole('button', { name: /^Add Sunday/ })).toBeDisabled();
  await user.type(time, '20:15');
  await user.click(sunday.getByRole('button', { name: 'Add Sunday 20:15' }));
  await user.click(sunday.getByRole('button', { name: 'Add Sunday 20:15' }));
  expect(screen.getByText(/are those of Asia\/Kolkata\./)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use UTC' }));
  await user.click(screen.getByRole('button', { name: 'Save Slots' }));
  await expectNotice('Success', 'Settings updated successfully');
  expect(server.sent('PUT /api/user-settings')).toEqual([
    {
      autoQueueEnabled: true,
      timeZone: 'UTC',
      postingSlots: [
        { day: 1, time: '09:00' },
        { day: 0, time: '20:15' },
      ],
    },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('adds a typed time by Enter, and saves nothing yet', async () => {
  const server = createFakeServer().on('GET /api/user-settings', userSettings({ postingSlots }));
  const onClose = vi.fn();
  const { user } = renderPage(<SlotsDialog onClose={onClose} />);
  const time = await screen.findByLabelText('Time on Sunday');
  await user.clear(time);
  await user.type(time, '20:15');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove Sunday 20:15' })).toBeInTheDocument();
  expect(server.sent('PUT /api/user-settings')).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

it('stays open with the reason when the server refuses', async () => {
  createFakeServer()
    .on('GET /api/user-settings', userSettings({ postingSlots }))
    .on('PUT /api/user-settings', () => problem(503, 'database_unavailable', 'The database is away.'));
  const { user } = renderPage(<SlotsDialog onClose={vi.fn()} />);
  await screen.findByText('Monday');
  await user.click(screen.getByRole('button', { name: 'Save Slots' }));
  expect(await screen.findByText('The database is away.')).toHaveAttribute('role', 'alert');
});
