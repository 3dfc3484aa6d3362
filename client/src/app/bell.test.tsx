import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Notice } from '#shared/contracts/notices.ts';
import { browserNoticesPreference } from '../lib/browser-notices.ts';
import { aNotice } from '../testing/factories.ts';
import { createFakeServer, json } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render.tsx';
import { Bell } from './bell.tsx';

let notices: Notice[];
let server: ReturnType<typeof createFakeServer>;

beforeEach(() => {
  notices = [
    aNotice({ id: 2, title: 'Posting is paused', text: 'Sign in again.', at: '2026-03-03T13:00:00.000Z' }),
    aNotice({ id: 1, title: 'Someone replied to you', isRead: true, resolvedAt: '2026-03-03T12:30:00.000Z' }),
  ];
  server = createFakeServer()
    .on('GET /api/notices', () => json(notices))
    .on('POST /api/notices/read', () => {
      notices = notices.map((notice) => ({ ...notice, isRead: true }));
      return new Response(null, { status: 204 });
    });
});

/** jsdom supports only the popover attribute, so this sends the event of an opening or closing popover. */
function toggle(newState: 'open' | 'closed') {
  const popover = document.querySelector('[popover]');
  popover?.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));
}

it('counts new notices, and marks them as read when it is opened (rule 15.5)', async () => {
  renderPage(<Bell />, '/queue');
  expect(await screen.findByRole('button', { name: 'Notices, 1 new' })).toBeInTheDocument();
  toggle('open');
  const list = within(await screen.findByRole('list', { hidden: true }));
  const [paused, replied] = list.getAllByRole('link', { hidden: true });
  expect(paused).toHaveTextContent('New: Posting is paused');
  expect(paused).toHaveTextContent('Sign in again.');
  expect(paused).toHaveAttribute('href', '/scheduled');
  expect(replied).toHaveTextContent('resolved');
  expect(replied).not.toHaveTextContent('New:');
  expect(server.sent('POST /api/notices/read')).toEqual([{ upTo: '2026-03-03T13:00:00.000Z' }]);
  expect(await screen.findByRole('button', { name: 'Notices' })).toBeInTheDocument();
});

it('says when there are no notices', async () => {
  notices = [];
  renderPage(<Bell />, '/queue');
  await screen.findByRole('button', { name: 'Notices' });
  toggle('open');
  expect(await screen.findByText('Nothing needed your attention in the last 30 days.')).toBeInTheDocument();
});

it('shows notices sent since browser notices were switched on, once and only if they are wanted', async () => {
  const shown: string[] = [];
  const Notification = vi.fn(function (this: unknown, title: string) {
    shown.push(title);
  });
  vi.stubGlobal('Notification', Object.assign(Notification, { permission: 'granted' }));
  browserNoticesPreference.write('on');
  localStorage.setItem('chime-in.notices-shown', '2026-03-03T12:30:00.000Z');
  notices = [
    aNotice({ id: 4, title: 'Disk', type: 'disk.low', inBrowser: false, toldAt: '2026-03-03T13:02:00.000Z' }),
    aNotice({ id: 3, title: 'Held back', toldAt: null }),
    aNotice({ id: 2, title: 'Posting is paused', toldAt: '2026-03-03T13:00:00.000Z' }),
    aNotice({ id: 1, title: 'Old', toldAt: '2026-03-03T12:00:00.000Z' }),
  ];
  renderPage(<Bell />, '/queue');
  await waitFor(() => expect(shown).toEqual(['Posting is paused']));
  renderPage(<Bell />, '/queue');
  await screen.findAllByRole('button', { name: /^Notices/ });
  expect(shown).toEqual(['Posting is paused']);
});
