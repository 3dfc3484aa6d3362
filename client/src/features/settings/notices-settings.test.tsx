import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  Notice,
  NoticeSettings,
  UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import { aNotice, someNoticeSettings } from '../../testing/factories.ts';
import { type FakeServer, json, problem } from '../../testing/fake-server.ts';
import { createFakeSettings } from '../../testing/fake-settings.ts';
import { click, expectNotice, press, select } from '../../testing/page.ts';
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
      const ntfy = {
        hasSecret: ntfyToken !== undefined,
        isReady: settings.ntfyTopic !== '',
      };
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
  async function saveNtfy(user: UserEvent) {
    await user.type(form('ntfy').getByLabelText('Topic'), 'chime');
    await user.type(form('ntfy').getByLabelText('Access token (optional)'), 'tk_1');
    await press('Save', form('ntfy'));
    await expectNotice('Success', 'Settings updated successfully');
  }

  it('says that it is not set up', async () => {
    await open();
    expect(form('ntfy').getByText('Not set up')).toBeInTheDocument();
  });

  it('is saved and then set up (rule 15.8)', async () => {
    const { user } = await open();
    await saveNtfy(user);
    expect(server.sent('PUT /api/notices/settings')).toEqual([
      { ntfyTopic: 'chime', ntfyToken: 'tk_1' },
    ]);
    expect(await form('ntfy').findByText('Set up')).toBeInTheDocument();
  });

  it('hides a typed secret, and does not keep it in the browser', async () => {
    const { user } = await open();
    const token = form('ntfy').getByLabelText('Access token (optional)');
    await user.type(token, 'tk_1');
    expect(token).toHaveAttribute('type', 'password');
    expect(JSON.stringify(localStorage)).not.toContain('tk_1');
  });

  it('shows afterwards only that a secret is stored', async () => {
    const { user } = await open();
    await saveNtfy(user);
    await form('ntfy').findByText('Set up');
    const token = form('ntfy').getByLabelText('Access token (optional)');
    expect(token).toHaveValue('');
    expect(token).toHaveAttribute('placeholder', 'Stored');
  });

  it.each([
    [{ ok: false, answer: '403 Forbidden' }, 'Not sent. 403 Forbidden'],
    [{ ok: true, answer: '200 OK' }, 'Sent. It answered: 200 OK'],
  ])(
    'is tested on request, and shows the answer (rule 15.8): %j',
    async (answer, words) => {
      server.on('POST /api/notices/test', answer);
      const { user } = await open();
      await saveNtfy(user);
      await form('ntfy').findByText('Set up');
      await press('Send a Test', form('ntfy'));
      expect(await form('ntfy').findByText(words)).toBeInTheDocument();
      expect(server.sent('POST /api/notices/test')).toEqual([{ channel: 'ntfy' }]);
    },
  );

  it('keeps the edits when the server refuses them, and shows its reason (rule 2.20)', async () => {
    const refusal =
      'The field "webhookUrl" cannot be used: it leads to a link-local address.';
    server.on('PUT /api/notices/settings', problem(400, 'invalid_request', refusal));
    const { user } = await open();
    await user.type(form('Webhook').getByLabelText('Address'), 'http://169.254.169.254/');
    await press('Save', form('Webhook'));
    await expectNotice('Failed to save Webhook', refusal);
    expect(form('Webhook').getByLabelText('Address')).toHaveValue(
      'http://169.254.169.254/',
    );
  });

  it('is not tested when its edits could not be saved', async () => {
    server.on('PUT /api/notices/settings', problem(400, 'invalid_request', 'No.'));
    const { user } = await open();
    await user.type(form('Webhook').getByLabelText('Address'), 'http://169.254.169.254/');
    await press('Send a Test', form('Webhook'));
    await expectNotice('Failed to save Webhook', 'No.');
    expect(server.sent('POST /api/notices/test')).toEqual([]);
  });

  it('makes a signing secret for a webhook', async () => {
    await open();
    await press('Make a Secret', form('Webhook'));
    expect(form('Webhook').getByLabelText('Signing secret')).toHaveDisplayValue(
      /^whsec_[A-Za-z0-9+/]{43}=$/,
    );
  });

  it('says which numbers a port can have', async () => {
    const { user } = await open();
    const port = form('E-mail').getByLabelText('Port');
    await user.clear(port);
    await user.type(port, '70000');
    await press('Save', form('E-mail'));
    expect(
      await form('E-mail').findByText('Port must be a number from 1 to 65535'),
    ).toBeInTheDocument();
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
    expect(
      form('E-mail').queryByRole('button', { name: 'Save' }),
    ).not.toBeInTheDocument();
    expect(form('E-mail').getByRole('button', { name: 'Send a Test' })).toBeEnabled();
  });

  describe('this browser', () => {
    /** Replaces the browser's notifications. `shown` collects their titles. */
    function installNotifications() {
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
      return { requestPermission, shown };
    }

    it('is asked for permission only when Turn On is pressed (rule 15.8)', async () => {
      const { requestPermission } = installNotifications();
      await open();
      expect(requestPermission).not.toHaveBeenCalled();
      await press('Turn On');
      expect(await screen.findByRole('button', { name: 'Turn Off' })).toBeInTheDocument();
      expect(requestPermission).toHaveBeenCalledOnce();
    });

    it('shows a test notice', async () => {
      const { shown } = installNotifications();
      const { user } = await open();
      await press('Turn On');
      await screen.findByRole('button', { name: 'Turn Off' });
      const [test] = screen
        .getAllByRole('button', { name: 'Send a Test' })
        .filter((button) => button.closest('form') === null);
      if (!test) throw new Error('There is no test for this browser');
      await user.click(test);
      expect(await screen.findByText(/^Shown\./)).toHaveRole('status');
      expect(shown).toEqual(['Chime In reaches you here']);
    });
  });
});

describe('a change of what goes where', () => {
  it('is saved at once', async () => {
    await open();
    await click('checkbox', 'Disk nearly full: ntfy');
    await waitFor(() =>
      expect(server.sent('PUT /api/notices/settings')).toEqual([
        { routes: { 'disk.low': ['email', 'webhook', 'browser'] } },
      ]),
    );
  });

  it('saves the hour and the days of the morning letter at once', async () => {
    await open();
    await click('switch', 'Morning letter');
    await select('At', '7:00 AM');
    await click('checkbox', 'Sun');
    await waitFor(() =>
      expect(server.sent('PUT /api/notices/settings')).toEqual([
        { letterOn: true },
        { letterHour: 7 },
        { letterDays: [1, 2, 3, 4, 5, 0] },
      ]),
    );
  });

  it('saves at once that there are no quiet hours, and hides their times', async () => {
    await open();
    expect(screen.getByLabelText('From', { selector: 'select' })).toBeInTheDocument();
    await click('switch', 'Quiet hours');
    await waitFor(() =>
      expect(
        screen.queryByLabelText('From', { selector: 'select' }),
      ).not.toBeInTheDocument(),
    );
    expect(server.sent('PUT /api/notices/settings')).toEqual([{ quietOn: false }]);
  });
});

it.each([
  [
    { channel: 'email', state: 'sent', attempts: 1, answer: '250 OK' },
    'E-mail: Sent · 250 OK',
  ],
  [
    { channel: 'webhook', state: 'given_up', attempts: 6, answer: '500' },
    'Webhook: Given up after 6 tries · 500',
  ],
  [
    { channel: 'ntfy', state: 'given_up', attempts: 1, answer: '401 · Check the token.' },
    'ntfy: Given up after one try · 401 · Check the token.',
  ],
] as const)('shows how a notice was delivered: %j', async (delivery, words) => {
  notices = [
    aNotice({
      title: 'Posting is paused',
      deliveries: [{ ...delivery, nextTryAt: null }],
    }),
  ];
  await open();
  expect(await screen.findByText('Posting is paused')).toBeInTheDocument();
  expect(
    screen.getByText(
      (_, element) => element?.tagName === 'SPAN' && element.textContent === words,
    ),
  ).toBeInTheDocument();
});

it('lists no notice that was held back', async () => {
  notices = [aNotice(), aNotice({ id: 2, title: 'Held back', toldAt: null })];
  await open();
  await screen.findByText('Posting is paused');
  expect(screen.queryByText('Held back')).not.toBeInTheDocument();
});

describe('a token', () => {
  const gatus = { id: 1, name: 'Gatus', createdAt: '2026-03-03T12:00:00.000Z' };

  it('is shown once, when it is made (rule 15.9)', async () => {
    server.on('POST /api/tokens', () => {
      server.on('GET /api/tokens', [gatus]);
      return json({ id: 1, name: 'Gatus', token: 'chimein_abc' }, 201);
    });
    const first = await open();
    await first.user.type(screen.getByLabelText('Name of a new token'), 'Gatus');
    await press('Make a Token');
    expect(await screen.findByText('chimein_abc')).toBeInTheDocument();
    first.unmount();
    await open();
    expect(
      await screen.findByRole('button', { name: 'Delete the token Gatus' }),
    ).toBeInTheDocument();
    expect(screen.queryByText('chimein_abc')).not.toBeInTheDocument();
  });

  it('is deleted with its button', async () => {
    server
      .on('GET /api/tokens', [gatus])
      .on('DELETE /api/tokens/:id', new Response(null, { status: 204 }));
    await open();
    await press('Delete the token Gatus');
    expect(server.sent('DELETE /api/tokens/1')).toHaveLength(1);
  });
});
