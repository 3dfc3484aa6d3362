import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { resolvedOptions } = Intl.DateTimeFormat.prototype;

/** Makes the browser report this value as its time zone. */
function report(timeZone: unknown): void {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return {
      ...resolvedOptions.call(this),
      timeZone,
    } as Intl.ResolvedDateTimeFormatOptions;
  });
}

// Each test loads fresh modules, like a new page that does not know the server's time
// zone yet.
let zones: typeof import('./time-zone.ts') & typeof import('./stand-in-zone.ts');
let formats: typeof import('./formats.ts');
let planned: typeof import('./planned-times.ts');
beforeEach(async () => {
  vi.resetModules();
  zones = {
    ...(await import('./time-zone.ts')),
    ...(await import('./stand-in-zone.ts')),
  };
  formats = await import('./formats.ts');
  planned = await import('./planned-times.ts');
});

// The next test file of this worker shares these modules.
afterEach(() => zones.showIn(null));

const unknown = [
  'Etc/Unknown',
  'Foo/Bar',
  'undefined',
  undefined,
  '',
  'GMT+5',
  'UTC+3',
  'null',
  'Asia',
];

describe('a browser’s time zone', () => {
  it.each([
    'Europe/Berlin',
    'Etc/GMT+5',
    'US/Pacific',
    'EST5EDT',
    'UTC',
    'Asia/Calcutta',
  ])('is used when it is known: %s', (zone) => {
    report(zone);
    zones.standInWith('Asia/Tokyo');
    expect([zones.viewersZone(), zones.standInClock()]).toEqual([zone, null]);
  });

  it.each(unknown)('is replaced by the server’s when it is unknown: %s', (zone) => {
    report(zone);
    expect(zones.viewersZone()).toBe('UTC');
    zones.standInWith('Asia/Tokyo');
    expect(zones.viewersZone()).toBe('Asia/Tokyo');
  });

  it('is replaced by UTC when the server’s is missing or unknown to the browser', () => {
    report('Etc/Unknown');
    zones.standInWith(null);
    zones.standInWith('Mars/Olympus');
    expect(zones.viewersZone()).toBe('UTC');
  });
});

describe('times in a browser without a time zone', () => {
  const at = '2026-11-21T20:30:00.000Z';

  it('are shown in the server’s time zone, and follow its changes', () => {
    report('Etc/Unknown');
    expect(formats.formatTime(at)).toBe('8:30 PM');
    zones.standInWith('Asia/Tokyo');
    expect(formats.formatDateTime(at)).toBe('Nov 22, 2026, 5:30 AM');
    expect(formats.formatDay('2026-11-21')).toBe('Nov 21');
  });

  it('are entered in the server’s time zone', () => {
    report('Foo/Bar');
    zones.standInWith('Asia/Tokyo');
    expect(formats.toLocalDateTime(new Date(at))).toBe('2026-11-22T05:30');
    expect(formats.fromLocalDateTime('2026-11-22T05:30')?.toISOString()).toBe(at);
    expect(formats.fromLocalDateTime('0020-11-22T05:30')).toBeNull();
    expect(planned.formatPlanned(at, new Date('2026-11-21T14:00:00Z'))).toBe(
      'tomorrow 5:30 AM',
    );
  });
});
