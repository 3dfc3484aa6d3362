import { useEffect } from 'react';
import { z } from 'zod';
import type { Notice } from '#shared/contracts/notices.ts';
import { createPreference, storedText } from './storage.ts';

/**
 * Whether notices are shown as browser notifications. Turned on with a button, for this
 * browser only.
 */
export const browserNoticesPreference = createPreference(
  'browser-notices',
  z.enum(['on', 'off']),
  'off',
);

/**
 * Timestamp of the newest notice that was shown. All tabs share it, so that each notice
 * is shown once.
 */
const shownUpTo = storedText('notices-shown', z.string());

type BrowserPermission = NotificationPermission | 'unsupported';

export const browserPermission = (): BrowserPermission =>
  'Notification' in window ? Notification.permission : 'unsupported';

export async function askForBrowserNotices(): Promise<BrowserPermission> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') {
    shownUpTo.write(new Date().toISOString());
    browserNoticesPreference.write('on');
  }
  return permission;
}

type Shown = Pick<Notice, 'title' | 'text' | 'path'> & { id: Notice['id'] | 'test' };
type Open = (path: string) => void;

function show({ id, title, text, path }: Shown, open: Open): Notification {
  const shown = new Notification(title, { body: text, tag: `chime-in-${id}` });
  shown.onclick = () => {
    window.focus();
    open(path);
    shown.close();
  };
  return shown;
}

export const testBrowserNotice = (open: Open): Promise<boolean> =>
  new Promise((resolve) => {
    const text = 'This is the test that you asked for in Settings.';
    const path = '/settings?tab=notices';
    const shown = show(
      { id: 'test', title: 'Chime In reaches you here', text, path },
      open,
    );
    shown.onshow = () => resolve(true);
    shown.onerror = () => resolve(false);
  });

/**
 * Returns whether the cause of the notice has ended. A notice about a single event is
 * resolved at the moment it is sent, so equal timestamps do not count.
 */
export const isOver = ({ resolvedAt, toldAt }: Notice) =>
  resolvedAt !== null && resolvedAt !== toldAt;

/**
 * Shows notices sent since the last one shown. A notice that waits during quiet hours
 * counts as sent when they end, so it is shown then.
 */
export function useBrowserNotices(
  notices: readonly Notice[] | undefined,
  open: Open,
): void {
  useEffect(() => {
    if (
      !notices ||
      browserNoticesPreference.read() === 'off' ||
      browserPermission() !== 'granted'
    )
      return;
    const since = shownUpTo.read() ?? new Date().toISOString();
    const told = notices.filter(({ toldAt }) => toldAt !== null && toldAt > since);
    shownUpTo.write(
      [since, ...told.map(({ toldAt }) => toldAt ?? since)].toSorted().at(-1) ?? since,
    );
    for (const notice of told)
      if (notice.inBrowser && !isOver(notice)) show(notice, open);
  }, [notices, open]);
}
