import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice, NoticeSettings, UpdateNoticeSettings } from '#shared/contracts/notices.ts';
import { aNotice, someNoticeSettings } from '../../testing/factories.ts';
import { type FakeServer, json, problem } from '../../testing/fake-server.ts';
import { createFakeSettings } from '../../testing/fake-settings.ts';
import { expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { NoticesSettings } from './notices-settings.tsx';

let server: FakeServer;
let settings: NoticeSettings;
let notices: Notice[];

beforeEach(() => {
  ({ server } = createFakeSettings());
  settings = someNoticeSettings();
  notices = [];
  server
    .on('GET /api/notices/settings', () => json(settings))
    .on('GET /api/notices', () => json(notices))
    .on('GET /api/tokens', [])
    .on('PUT /api/notices/settings', ({ body }) => {
      const { ntfyToken, ...change } = body as UpdateNoticeSettings;
      settings = {
        ...settings,
        ...change,
        routes: { ...settings.routes, ...change.routes },
      } as NoticeSettings;
      const ntfy = { hasSecret: ntfyToken !== undefined, isReady: settings.ntfyTopic !== '' };
      settings = { ...settings, channels: { ...settings.channels, ntfy } };
      return json(settings);
    });
});

async function open() {
  const page = renderPage(<NoticesSettings />);
  await screen.findByRole('heading', { name: 'What goes where' });
  return page;
}
const form = (name: string) => within(screen.getByRole('form', { name }));

describe('a notice channel', () => {
  it('is saved, and its secret is neither kept in the browser nor shown again (rule 15.8)', async () => {
    const { user } = await open();
    expect(form('ntfy').getByText('Not set up')).toBeInTheDocument();
    await user.type(form('ntfy').getByLabelText('Topic'), 'chime');
    const token = form('ntfy').getByLabelText('Access token (optional)');
    await user.type(token, 'tk_1');
    expect(token).toHaveAttribute('type', 'password');
    expect(JSON.stringify(localStorage)).not.toContain('tk_1');
    await user.click(form('ntfy').getByRole('button', { name: 'Save' }));
    await expectNotice('Success', 'Settings updated successfully');
    expect(server.sent('PUT /api/notices/settings')).toEqual([{ ntfyTopic: 'chime', ntfyToken: 'tk_1' }]);
    expect(await form('ntfy').findByText('Set up')).toBeInTheDocument();
    expect(token).toHaveValue('');
    expect(token).toHaveAttribute('placeholder', 'Stored');
  });

  it('is tested on request, and shows the answer (rule 15.8)', async () => {
    const { user } = await open();
    await user.type(form('ntfy').getByLabelText('Topic'), 'chime');
    await user.click(form('ntfy').getByRole('button', { name: 'Save' }));
    await form('ntfy').findByText('Set up');
    server.on('POST /api/notices/test', { ok: false, answer: '403 Forbidden' });
    await user.click(form('ntfy').getByRole('button', { name: 'Send a Test' }));
    expect(await form('ntfy').findByText('Not sent. 403 Forbidden')).toBeInTheDocument();
    server.on('POST /api/notices/test', { ok: true, answer: '200 OK' });
    await user.click(form('ntfy').getByRole('button', { name: 'Send a Test' }));
    expect(await form('ntfy').findByText('Sent. It answered: 200 OK')).toBeInTheDocument();
    expect(server.sent('POST /api/notices/test')).toEqual([{ channel: 'ntfy' }, { channel: 'ntfy' }]);
  });

  it('keeps the edits when the server refuses them, and shows its reason (rule 2.20)', async () => {
    const refusal = 'The field "webhookUrl" cannot be used: it leads to a link-local address.';
    server.on('PUT /api/notices/settings', problem(400, 'invalid_request', refusal));
    const { user } = await open();
    await user.type(form('Webhook').getByLabelText('Address'), 'http://169.254.169.254/');
    await user.click(form('Webhook').getByRole('button', { name: 'Make a Secret' }));
    const secret = form('Webhook').getByLabelText('Signing secret');
    expect(secret).toHaveDisplayValue(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await user.click(form('Webhook').getByRole('button', { name: 'Send a Test' }));
    await expectNotice('Failed to save Webhook', refusal);
    expect(form('Webhook').getByLabelText('Address')).toHaveValue('http://169.254.169.254/');
    expect(server.sent('POST /api/notices/test')).toEqual([]);
  });

  it('says which numbers a port can have', async () => {
    const { user } = await open();
    const port = form('E-mail').getByLabelText('Port');
    await user.clear(port);
    await user.type(port, '70000');
    await user.click(form('E-mail').getByRole('button', { name: 'Save' }));
    expect(await form('E-mail').findByText('Port must be a number from 1 to 65535')).toBeInTheDocument();
    expect(server.sent('PUT /api/notices/settings')).toEqual([]);
  });

  it('is read-only when the environment sets it, and names the variable', async () => {
    settings = {
      ...settings,
      smtpHost: 'smtp.example.org',
      channels: { ...settings.channels, email: { hasSecret: true, isReady: true } },
      fixedBy: {
        smtpHost: 'SMTP_URL',
        smtpPort: 'SMTP_URL',
        smtpUser: 'SMTP_URL',
        smtpPassword: 'SMTP_URL',
        mailFrom: 'MAIL_FROM',
        mailTo: 'MAIL_TO',
      },
    };
    await open();
    expect(form('E-mail').getByLabelText('Mail server')).toHaveAttribute('readonly');
    expect(form('E-mail').getAllByText(/^Set by SMTP_URL/).length).toBeGreaterThan(0);
    expect(form('E-mail').queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    expect(form('E-mail').getByRole('button', { name: 'Send a Test' })).toBeEnabled();
  });

  it('asks for browser permission only when Turn On is pressed (rule 15.8)', async () => {
    const requestPermission = vi.fn(async () => 'granted');
    const shown: string[] = [];
    class Notification {
      static permission = 'default';
      static requestPermission = requestPermission;
      constructor(title: string) {
        shown.push(title);
        setTimeout(() => this.onshow());
      }
      onshow = () => {};
    }
    vi.stubGlobal('Notification', Notification);
    const { user } = await open();
    expect(requestPermission).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Turn On' }));
    expect(await screen.findByRole('button', { name: 'Turn Off' })).toBeInTheDocument();
    const [test] = screen
      .getAllByRole('button', { name: 'Send a Test' })
      .filter((button) => button.closest('form') === null);
    if (test) await user.click(test);
    expect(await screen.findByText(/^Shown\./)).toHaveRole('status');
    expect(shown).toEqual(['Chime In reaches you here']);
    expect(requestPermission).toHaveBeenCalledOnce();
  });
});

it('saves each change to channels, quiet hours and the morning letter at once', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Disk nearly full: ntfy' }));
  await user.click(await screen.findByRole('switch', { name: 'Morning letter' }));
  await user.selectOptions(await screen.findByLabelText('At'), '7:00 AM');
  await user.click(await screen.findByRole('checkbox', { name: 'Sun' }));
  await user.click(await screen.findByRole('switch', { name: 'Quiet hours' }));
  expect(server.sent('PUT /api/notices/settings')).toEqual([
    { routes: { 'disk.low': ['email', 'webhook', 'browser'] } },
    { letterOn: true },
    { letterHour: 7 },
    { letterDays: [1, 2, 3, 4, 5, 0] },
    { quietOn: false },
  ]);
  expect(screen.queryByLabelText('From', { selector: 'select' })).not.toBeInTheDocument();
});

it('shows how the last notices were delivered', async () => {
  notices = [
    aNotice({
      title: 'Posting is paused',
      deliveries: [
        { channel: 'email', state: 'sent', attempts: 1, nextTryAt: null, answer: '250 OK' },
        { channel: 'webhook', state: 'given_up', attempts: 6, nextTryAt: null, answer: '500' },
        {
          channel: 'ntfy',
          state: 'given_up',
          attempts: 1,
          nextTryAt: null,
          answer: '401 · Check the token.',
        },
      ],
    }),
    aNotice({ id: 2, title: 'Held back', toldAt: null }),
  ];
  await open();
  expect(await screen.findByText('Posting is paused')).toBeInTheDocument();
  const row = (words: string) =>
    screen.getByText((_, element) => element?.tagName === 'SPAN' && element.textContent === words);
  expect(row('E-mail: Sent · 250 OK')).toBeInTheDocument();
  expect(row('Webhook: Given up after 6 tries · 500')).toBeInTheDocument();
  expect(row('ntfy: Given up after one try · 401 · Check the token.')).toBeInTheDocument();
  expect(screen.queryByText('Held back')).not.toBeInTheDocument();
});

it('makes a token, shows it once and deletes it (rule 15.9)', async () => {
  const { user } = await open();
  server.on('POST /api/tokens', () => {
    server.on('GET /api/tokens', [{ id: 1, name: 'Gatus', createdAt: '2026-03-03T12:00:00.000Z' }]);
    return json({ id: 1, name: 'Gatus', token: 'chimein_abc' }, 201);
  });
  await user.type(screen.getByLabelText('Name of a new token'), 'Gatus');
  await user.click(screen.getByRole('button', { name: 'Make a Token' }));
  expect(await screen.findByText('chimein_abc')).toBeInTheDocument();
  server.on('DELETE /api/tokens/:id', new Response(null, { status: 204 }));
  await user.click(await screen.findByRole('button', { name: 'Delete the token Gatus' }));
  expect(server.sent('DELETE /api/tokens/1')).toHaveLength(1);
});
