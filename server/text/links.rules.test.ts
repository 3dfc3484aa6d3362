import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findLink } from './links.rules.ts';

describe('findLink: web and e-mail addresses (rule 8.2)', () => {
  it.each(
    `cheapvbucks.net cheapvbucks.NET CHEAPVBUCKS.NET kilnworks.gallery earnfast.live bbc.co.uk
     toko.co.id 163.com xn--80ak6aa92e.com пример.рф münchen.de t.me/probes my-project.vercel.app
     evil.com:8443/x evil.com/v1 wss://evil.com/x /evil.com \`evil.com\` (me,ada@evil.com)
     dev.kilnworks.com com.kilnworks.com evil.SHOP evil.XYZ Evil.NET/x 777.casino evil.sh/deal me@1.xyz
     //evil.com/x site:evil.com @evil.com *evil.com* _evil.com_ 👉evil.com👈 →evil.com 完整教程在probes.cn可以看到
     hxxps://evil.example/x expyuzz4wqqyqhjn.onion probe-wizard.eth ada@kiln.studio @ada@hachyderm.io
     ada(at)gmail.com`.split(/\s+/),
  )('finds %s', (address) => {
    expect(findLink(`More of it: ${address} for all.`)).not.toBeNull();
  });

  it.each([
    ['www . evil . com', 'www.evil.com'],
    ['w w w . e v i l . c o m', 'www.evil.com'],
    ['evil (dot) com', 'evil.com'],
    ['evil[.]com', 'evil.com'],
    ['evil dot com', 'evil.com'],
    ['evil punto com', 'evil.com'],
    ['evil .com', 'evil.com'],
    ['ev\u00adil\u200b.com', 'evil.com'],
    ['ｅｖｉｌ．ｃｏｍ', 'evil.com'],
    ['evil。com', 'evil.com'],
    ['support [at] evil [dot] org', 'support@evil.org'],
  ])('finds %s and returns it as %s', (spelled, address) => {
    expect(findLink(`Best of all is ${spelled}, friends.`)).toContain(address);
  });

  it('finds fastprobes.run only after words that send the reader to it', () => {
    expect(findLink('Visit fastprobes.run today.')).toBe('fastprobes.run');
    expect(findLink('The page of fastprobes.run/start has it.')).toBe(
      'fastprobes.run/start',
    );
    expect(findLink('Then scheduler.run blocks.')).toBeNull();
  });
});

describe('findLink: names of technologies, code, files and prose', () => {
  it.each([
    'Node.js, D3.js and Llama.cpp',
    'ASP.NET, asp.net core, Json.NET, System.IO',
    'ASP.NET/Blazor beside Socket.IO/ws',
    'Socket.IO, crates.io, deno.land and Fly.io',
    'asyncio.run(main()) and asyncio.run',
    'Promise.race, Date.now, console.info, axios.post',
    'window.location.host, self.app.run, e.target.name, x.id',
    'main.py, main.tf, mod.rs, install.sh, libfoo.so, bundle.js.map',
    'com.example.app, java.util.date, io.netty.events',
    'Color.RED, Status.DATA, process.env.HOST',
    'networking.k8s.io/v1, cert-manager.io/v1alpha1, app.kubernetes.io/name',
    'ghcr.io/acme/api:1.4, docker.io/library/redis',
    'golang.org/x/net and k8s.io/client-go',
    'the team.It grew, wrong.So what, the team.AI is',
    'the .com bubble, a classic .com domain, a .net developer',
    'Muito bom. com isso aprendi, I like it . Com isso',
    'great . it works',
    'handlers[name](event) and fn[0](a)',
    'lodash@4.17.21, `node@4.x`, `base64url@1.0.6`, actions/checkout@v4.1',
    'fireEvent.click(button), x.plus(y), google.drive({',
    'ERROR-HANDLING.md, docker-entrypoint.sh',
    'user@localhost, root@host',
    '10.0.0.1:8080, 127.0.0.1, std::vector, 5.pm',
    'postgres://db:5432/app and s3://bucket/key',
  ])('finds nothing in %s', (text) => {
    expect(findLink(`I think ${text} explain it.`)).toBeNull();
  });
});

describe('findLink: phone numbers', () => {
  it.each([
    '+1 (415) 555-0132',
    '+14155550132',
    '+44 20 7946 0958',
    '+49 (0)30 901820',
    '+34 600 123 456',
    '+7 (912) 345-67-89',
    '0049 30 9018 2044',
    '(415) 555-0132',
    '415-555-0132',
    '415.555.0132',
    '1-800-555-0199',
    '030 / 901820 44',
    '0171-2345678',
    '06.12.34.56.78',
    '090-1234-5678',
    'whatsapp+14155550132',
    'call me 4155550132',
  ])('finds %s', (number) => {
    expect(findLink(`It is ${number}, any time.`)).not.toBeNull();
  });

  it.each([
    '1000 000 rows, 12 500 000 reads, +10 000 000 more, +100000000',
    '1.31.2, v3.11.0-rc.1, 10.0.19041.1234',
    '2019-2024, 2024-11-22, 2024-11-22 10:30:00.000000, 01.02.2024 - 03 Uhr, 08/15/2024 09:30',
    '20240101120000, 1700000000, 2147483647, 18446744073709551615',
    '192.168.100.200, 10.0.0.0/8, ports 8080-8090 and 30000 32767',
    '0644 0755 0600, 0b01010101 01010101, 0x7fffffff, 0101 0101 0101',
    '128 256 512 1024, 3840 2160, 1920x1080',
    '+52.520008, +13.404954',
    '+12345678 -1234 lines',
    'RFC 2616, CVE-2024-12345, ISBN 978-3-16-148410-0',
    'call 12345678 times, a phone with 16 384 MB',
    '123e4567-e89b-12d3-a456-426614174000',
  ])('finds none in %s', (text) => {
    expect(findLink(`It says ${text}.`)).toBeNull();
  });
});

describe('findLink: handles', () => {
  it.each([
    'telegram @probe_wizard',
    'Telegram: @probe_wizard',
    '@probe_wizard on Telegram',
    '@probe_wizard (Insta)',
    'IG: foo_bar',
    'IG @foo.bar',
    'X: @foobar',
    'DM me @fast_gains',
    'Reach out to me @fast_gains',
    'Schreib mir @fast_gains',
  ])('finds a handle on another service in %s', (text) => {
    expect(findLink(`${text} for the rest.`)).not.toBeNull();
  });

  it.each([
    '@channel great point',
    'as @Some-Creator said at 12:30',
    'Thanks @foobar! Discord.js does the same',
    '@Injectable, @Transactional(readOnly = true), @app.route',
    '@types/node, @tanstack/react-query, telegram @telegraf/types',
    '@media (min-width: 40em) and @import',
    'Discord: how they store messages',
    'Signal: exit code 137',
    'Telegram bots and Twitter snowflake ids',
    '@channel GitHub Actions does this too',
    'Fireship x @theo, the line @channel quotes, a signal @creator missed',
    'in contact with @channel',
  ])('finds none in %s', (text) => {
    expect(findLink(text)).toBeNull();
  });
});

describe('findLink: wallets', () => {
  it.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  ])('finds %s', (wallet) => {
    expect(findLink(`Tips: ${wallet}.`)).toBe(wallet);
  });

  it.each([
    '3f786850e387550fdab836ed7e6dc881de23001b',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '1a79a4d60de6718e8e5b326e338ae533',
    '0xdeadbeef',
    'dQw4w9WgXcQ',
    'TransactionManagerV2SupportFactory',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
  ])('finds none in %s', (text) => {
    expect(findLink(`Commit ${text} fixed it.`)).toBeNull();
  });
});

it('findLink finds an address in the middle of any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (before, after) => {
        expect(findLink(`${before}\n cheapvbucks.net \n${after}`)).not.toBeNull();
      },
    ),
  );
});

describe('findLink: hostile text of 10,000 characters (rule 6.8)', () => {
  const shapes = [
    ...'a|a.|www.|a-|a@|@a.|[](|[a](|http://|//a.|,a.a.a.a.a.a.zz|. com| dot | . |a b c |+1|0 1'.split(
      '|',
    ),
    ...'01 |(0)|1 2 3 |@aa |ig: a|0x|1A|bc1|{[(|\u200b|。|監a|phone |a.com/([{'.split(
      '|',
    ),
  ];
  const hostile = (shape: string, length: number) =>
    shape.repeat(Math.ceil(length / shape.length));

  /** Returns each pattern that the search runs on a text, once per run. */
  function searches(text: string): RegExp[] {
    const used: RegExp[] = [];
    const exec = RegExp.prototype.exec;
    const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (
      this: RegExp,
      searched,
    ) {
      used.push(this);
      return exec.call(this, searched);
    });
    onTestFinished(() => spy.mockRestore());
    findLink(text);
    spy.mockRestore();
    return used;
  }

  it('is searched only with bounded patterns, so that each character costs the same', () => {
    const used = shapes.flatMap((shape) => searches(hostile(shape, 300)));
    const sources = new Set(used.map(({ source }) => source));
    expect(sources.size).toBeGreaterThan(20);
    for (const source of sources) {
      const withoutClasses = source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
      expect(
        withoutClasses.match(/.{0,30}(?:[*+]|\{\d+,\}).{0,10}/)?.[0],
        source,
      ).toBeUndefined();
    }
  });

  it.each(shapes)(
    'made of %j needs at most about twice as many searches as half of it',
    (shape) => {
      const half = searches(hostile(shape, 5_000)).length;
      expect(searches(hostile(shape, 10_000)).length).toBeLessThanOrEqual(
        2.1 * half + 10,
      );
    },
  );

  it('does not hide a link at its end', () => {
    expect(findLink(`${hostile('a-b ', 10_000)} cheapvbucks.net`)).toBe(
      'cheapvbucks.net',
    );
  });
});
