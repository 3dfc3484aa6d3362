import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice } from '#shared/contracts/notices.ts';
import { browserNoticesPreference } from '../lib/browser-notices.ts';
import { aNotice } from '../testing/factories.ts';
import { createFakeServer, json } from '../testing/fake-server.ts';
import { drawn } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { Bell } from './bell.tsx';

let notices: Notice[];
let server: ReturnType<typeof createFakeServer>;

const showBell = () => renderPage(<Bell />, '/queue');

beforeEach(() => {
  notices = [
    aNotice({
      id: 2,
      title: 'Posting is paused',
      text: 'Sign in again.',
      at: '2026-03-03T13:00:00.000Z',
    }),
    aNotice({
      id: 1,
      title: 'Someone replied to you',
      isRead: true,
      resolvedAt: '2026-03-03T12:30:00.000Z',
    }),
  ];
  server = createFakeServer()
    .on('GET /api/notices', () => json(notices))
    .on('POST /api/notices/read', () => {
      notices = notices.map((notice) => ({ ...notice, isRead: true }));
      return new Response(null, { status: 204 });
    });
});

/**
 * jsdom supports only the popover attribute, so this sends the event of an opening or
 * closing popover.
 */
function toggle(newState: 'open' | 'closed') {
  const popover = document.querySelector('[popover]');
  popover?.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));
}

it('counts new notices', async () => {
  showBell();
  expect(
    await screen.findByRole('button', { name: 'Notices, 1 new' }),
  ).toBeInTheDocument();
});

it('lists the notices, and says which are new and which are resolved', async () => {
  showBell();
  await screen.findByRole('button', { name: 'Notices, 1 new' });
  toggle('open');
  const list = within(await screen.findByRole('list', { hidden: true }));
  const [paused, replied] = list.getAllByRole('link', { hidden: true });
  expect(paused).toHaveTextContent('New: Posting is paused');
  expect(paused).toHaveTextContent('Sign in again.');
  expect(paused).toHaveAttribute('href', '/scheduled');
  expect(replied).toHaveTextContent('resolved');
  expect(replied).not.toHaveTextContent('New:');
});

it('marks the notices as read when it is opened (rule 15.5)', async () => {
  showBell();
  await screen.findByRole('button', { name: 'Notices, 1 new' });
  toggle('open');
  expect(await screen.findByRole('button', { name: 'Notices' })).toBeInTheDocument();
  expect(server.sent('POST /api/notices/read')).toEqual([
    { upTo: '2026-03-03T13:00:00.000Z' },
  ]);
});

it('says when there are no notices', async () => {
  notices = [];
  showBell();
  await screen.findByRole('button', { name: 'Notices' });
  toggle('open');
  expect(
    await screen.findByText('Nothing needed your attention in the last 30 days.'),
  ).toBeInTheDocument();
});

describe('browser notices', () => {
  /** Turns on the browser's notices. The returned list collects their titles. */
  function turnOn() {
    const shown: string[] = [];
    const Notification = vi.fn(function (this: unknown, title: string) {
      shown.push(title);
    });
    vi.stubGlobal('Notification', Object.assign(Notification, { permission: 'granted' }));
    browserNoticesPreference.write('on');
    localStorage.setItem('chime-in.notices-shown', '2026-03-03T12:30:00.000Z');
    return shown;
  }

  const sent = aNotice({
    id: 2,
    title: 'Posting is paused',
    toldAt: '2026-03-03T13:00:00.000Z',
  });

  it('show what was sent since they were switched on, and only if it is wanted', async () => {
    const shown = turnOn();
    notices = [
      aNotice({
        id: 4,
        title: 'Disk',
        type: 'disk.low',
        inBrowser: false,
        toldAt: '2026-03-03T13:02:00.000Z',
      }),
      aNotice({ id: 3, title: 'Held back', toldAt: null }),
      sent,
      aNotice({ id: 1, title: 'Old', toldAt: '2026-03-03T12:00:00.000Z' }),
    ];
    showBell();
    await waitFor(() => expect(shown).toEqual(['Posting is paused']));
  });

  it('show each notice once', async () => {
    const shown = turnOn();
    notices = [sent];
    const first = showBell();
    await waitFor(() => expect(shown).toEqual(['Posting is paused']));
    first.unmount();
    showBell();
    await screen.findByRole('button', { name: /^Notices/ });
    await drawn();
    expect(shown).toEqual(['Posting is paused']);
  });
});
