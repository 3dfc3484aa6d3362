import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { UserSettings } from '#shared/contracts/settings.ts';
import { userSettings } from '../../testing/factories.ts';
import { createFakeServer } from '../../testing/fake-server.ts';
import { click, expectNotice, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { SlotsDialog } from './slots-dialog.tsx';

const postingSlots = [
  { day: 1, time: '13:00' },
  { day: 1, time: '09:00' },
];

it('adds and removes weekly times, and converts them to the viewer’s time zone (rule 7.18)', async () => {
  const server = createFakeServer()
    .on(
      'GET /api/user-settings',
      userSettings({ timeZone: 'Asia/Kolkata', postingSlots }),
    )
    .on('PUT /api/user-settings', userSettings());
  const onClose = vi.fn();
  const { user } = renderPage(<SlotsDialog onClose={onClose} />);
  const monday = within(await screen.findByRole('listitem', { name: 'Monday' }));
  // Times use the 12-hour clock of the viewer's language (rule 2.15).
  expect(
    monday.getAllByText(/^\d+ [AP]M$/).map(({ textContent }) => textContent),
  ).toEqual(['9 AM', '1 PM']);
  await press('Remove Monday 1 PM', monday);
  const sunday = within(screen.getByRole('listitem', { name: 'Sunday' }));
  expect(sunday.getByText('No slots')).toBeInTheDocument();
  const time = sunday.getByLabelText('Time on Sunday');
  await user.clear(time);
  expect(sunday.getByRole('button', { name: /^Add Sunday/ })).toBeDisabled();
  await user.type(time, '20:15');
  await press('Add Sunday 8:15 PM', sunday);
  await press('Add Sunday 8:15 PM', sunday);
  expect(screen.getByText(/are those of Asia\/Kolkata\./)).toBeInTheDocument();
  await press('Use UTC');
  await press('Save Slots');
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

it('adds a typed time on Enter without saving the slots', async () => {
  const server = createFakeServer().on(
    'GET /api/user-settings',
    userSettings({ postingSlots }),
  );
  const onClose = vi.fn();
  const { user } = renderPage(<SlotsDialog onClose={onClose} />);
  const time = await screen.findByLabelText('Time on Sunday');
  await user.clear(time);
  await user.type(time, '20:15');
  await user.keyboard('{Enter}');
  expect(
    screen.getByRole('button', { name: 'Remove Sunday 8:15 PM' }),
  ).toBeInTheDocument();
  expect(server.sent('PUT /api/user-settings')).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

/**
 * Opens the dialog with these settings. `saved` saves the slots and returns those that
 * were sent.
 */
async function openSlots(settings: Partial<UserSettings>) {
  const server = createFakeServer()
    .on('GET /api/user-settings', userSettings(settings))
    .on('PUT /api/user-settings', userSettings());
  const { user } = renderPage(<SlotsDialog onClose={() => undefined} />);
  await screen.findByRole('listitem', { name: 'Monday' });
  const saved = async () => {
    await press('Save Slots');
    await vi.waitFor(() => expect(server.sent('PUT /api/user-settings')).toHaveLength(1));
    const [change] = server.sent('PUT /api/user-settings') as [UserSettings];
    return change.postingSlots;
  };
  return { user, saved };
}

const timesOn = (day: number, ...times: string[]) => times.map((time) => ({ day, time }));

describe('slots spread over the day', () => {
  it('replace the slots of the chosen days, as many as the daily limit by default (rule 7.18)', async () => {
    const weekend = timesOn(6, '12:00');
    const { saved } = await openSlots({
      dailyCap: 2,
      postingSlots: [...postingSlots, ...weekend],
    });
    await press('Spread');
    expect(await saved()).toEqual([
      ...weekend,
      ...[1, 2, 3, 4, 5].flatMap((day) => timesOn(day, '09:00', '18:00')),
    ]);
  });

  it('default to five a day when the daily limit is higher', async () => {
    await openSlots({ dailyCap: 20, postingSlots });
    expect(screen.getByRole('spinbutton', { name: 'Slots a day' })).toHaveValue(5);
  });

  it('are refused with an explanation when they do not fit', async () => {
    const { user } = await openSlots({ dailyCap: 20, postingSlots });
    const count = screen.getByRole('spinbutton', { name: 'Slots a day' });
    await user.clear(count);
    await user.type(count, '29');
    expect(
      screen.getByText('At most 28 slots fit between these times, 20 minutes apart.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Spread' })).toBeDisabled();
  });
});

it('copies one day’s times to the other working days, or to chosen days (rule 7.18)', async () => {
  const { user, saved } = await openSlots({
    postingSlots: [...postingSlots, ...timesOn(3, '20:00')],
  });
  await user.click(screen.getByText('Copy Monday’s times'));
  const monday = within(screen.getByRole('listitem', { name: 'Monday' }));
  await click('checkbox', 'Friday', monday);
  await click('checkbox', 'Sunday', monday);
  await press('Copy to 4 days', monday);
  expect(await saved()).toEqual([
    ...postingSlots,
    ...[2, 3, 4, 0].flatMap((day) => timesOn(day, '09:00', '13:00')),
  ]);
});
