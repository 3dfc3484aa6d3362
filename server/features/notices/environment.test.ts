import dns from 'node:dns';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../config/config.ts';
import { refuseLinkLocalNames } from '../../config/started-config.ts';

describe('the addresses for notices in the environment (rule 15.8)', () => {
  it('are split into the settings of each channel', () => {
    const { notices } = loadConfig({
      SMTP_URL: 'smtps://ada:p%40ss@smtp.example.org',
      MAIL_TO: 'ada@example.org',
      NTFY_URL: 'https://ntfy.example.org/base/my-topic',
      WEBHOOK_URL: 'https://hooks.example.org/a?b=c',
    });
    expect(notices).toEqual({
      SMTP_URL: {
        smtpHost: 'smtp.example.org',
        smtpPort: 465,
        isTls: true,
        smtpUser: 'ada',
        smtpPassword: ['p@ss'],
      },
      MAIL_FROM: {},
      MAIL_TO: { mailTo: 'ada@example.org' },
      NTFY_URL: {
        ntfyServer: 'https://ntfy.example.org/base',
        ntfyTopic: 'my-topic',
        ntfyToken: [],
      },
      WEBHOOK_URL: { webhookUrl: 'https://hooks.example.org/a?b=c', webhookSecret: [] },
    });
  });

  it.each([
    ['SMTP_URL', 'https://smtp.example.org'],
    ['SMTP_URL', 'smtp://ada:100%sure@smtp.example.org'],
    ['NTFY_URL', 'https://ntfy.sh/'],
    ['WEBHOOK_URL', 'https://ada:secret@hooks.example.org/'],
    ['WEBHOOK_SECRET', 'whsec_short'],
    ['MAIL_TO', 'nobody'],
  ])('prevent the start with %s=%s', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\n]+$`));
  });

  it.each([
    ['SMTP_URL', 'smtp://169.254.169.254:25'],
    ['SMTP_URL', 'smtp://[fe80::1]'],
    ['NTFY_URL', 'http://0xa9fea9fe/topic'],
    ['WEBHOOK_URL', 'http://[::ffff:169.254.169.254]/'],
    ['WEBHOOK_URL', 'https://hooks.example.org/'],
  ])(
    'prevent the start with %s=%s, which is or leads to a link-local address',
    async (name, value) => {
      vi.spyOn(dns.promises, 'lookup').mockResolvedValue([
        { address: '169.254.169.254', family: 4 },
      ] as never);
      onTestFinished(() => void vi.restoreAllMocks());
      await expect(refuseLinkLocalNames(loadConfig({ [name]: value }))).rejects.toThrow(
        new RegExp(`^${name}: it leads to a link-local`),
      );
    },
  );
});
