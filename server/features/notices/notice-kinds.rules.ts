import type { Visibility } from '#shared/contracts/comments.ts';
import {
  type NoticeData,
  type NoticeKind,
  type NoticeType,
  noticeKinds,
} from '#shared/contracts/notices.ts';
import { postingSentence } from '#shared/rules/posting-reasons.ts';
import type { NoticeMessage } from '../../providers/notices/notices.ts';

/** The current state of everything that can cause a notice. */
export interface Facts {
  now: Date;
  /**
   * What stops all posting; null if nothing does, apart from the owner's own pause, gap
   * and cap.
   */
  standstill: { code: string; needsPerson: boolean } | null;
  scheduled: number;
  nextDueAt: Date | null;
  freeBytes: number;
  grantEndsAt: Date | null;
  /** Number of scheduled comments that are due after the sign-in ends. */
  afterGrant: number;
  happened: readonly Happened[];
}

/**
 * A comment, a reply, or a backup that failed since the last successful one. Lists of
 * these are newest first.
 */
export type Happened = { type: NoticeType; id: number; reason: string };

/**
 * A comment that a notice names. `words` is its text or a reply's, and is only present if
 * it may be quoted.
 */
export interface Named {
  commentId: number;
  videoTitle: string;
  visibility: Visibility | null;
  words?: string;
}

/**
 * Values that the texts of a notice may contain. Timestamps are formatted in the owner's
 * time zone.
 */
interface Said extends NoticeData {
  count: number;
  /** One line for each video, followed by the quoted words. */
  videos: string[];
  /** Visibility of all the comments; undefined if they differ. */
  visibility: Visibility | null | undefined;
}
type Text = string | ((said: Said) => string);

interface Words {
  ntfy: NoticeMessage['ntfy'];
  title: Text;
  /** Empty ones are left out. */
  lines(said: Said): (string | false | null | undefined)[];
  /** The page where something can be done about it. */
  path: Text;
}

export interface Kind extends Words {
  /**
   * Name of the notice in Settings. `when` tells when it is sent and when it is resolved.
   */
  label: string;
  when: string;
  /**
   * States only: returns the data of the notice while the state holds, and how long to
   * wait before sending it. Returns null otherwise.
   */
  holds?(facts: Facts): { data: NoticeData; afterMs?: number } | null;
  /** Comments and replies only: returns what follows the title of each video. */
  perVideo?(named: readonly Named[]): string;
  /**
   * How often a cause that still holds after 24 hours is told again. By default every
   * day.
   */
  reminders?: 'once' | 'never';
  /**
   * The notice that announces the end. Without one, the end is only shown on the page.
   */
  wellAgain?: NoticeType;
  /**
   * Returns false if the cause still lasts and only stopped doing harm, so that no end is
   * announced. Defaults to true.
   */
  isWell?(facts: Facts): boolean;
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const fewBytes = 1e9;
const roundedBytes = 5e7;
/**
 * A sign-in that ends within this time endangers the comments that are scheduled after
 * its end.
 */
const grantWarningMs = 2 * dayMs;

/**
 * A missing connection does no harm while nothing is scheduled, nor a spent quota while
 * nothing is due.
 */
const harmsNobody = (code: string, { scheduled, nextDueAt, now }: Facts) =>
  (code === 'not_connected' && scheduled === 0) ||
  (code === 'quota_spent' && (nextDueAt === null || nextDueAt > now));

const some = (count: number, one: string, many: string) =>
  count === 1 ? one : `${count} ${many}`;
/** Has a text for `public` because the bell menu also lists notices that are resolved. */
const seenBy = {
  only_you: ': only you see it',
  removed: ': removed',
  public: ': public again',
  unknown: '',
};
const noLetter = {
  posted: 0,
  hidden: 0,
  goingOut: 0,
  replies: 0,
  drafts: 0,
  fresh: null,
};

/**
 * All notices: what causes each one, its texts, the page it leads to, and when it is
 * resolved.
 */
export const noticeTable: Record<NoticeKind, Kind> & Record<NoticeType, Words> = {
  'posting.paused': {
    label: 'Posting stopped',
    when: 'At once if only you can fix it, otherwise after an hour; and again when posting resumes.',
    holds(facts) {
      if (!facts.standstill || harmsNobody(facts.standstill.code, facts)) return null;
      const { code, needsPerson } = facts.standstill;
      return {
        data: { reason: code, count: facts.scheduled },
        afterMs: needsPerson ? 0 : hourMs,
      };
    },
    wellAgain: 'posting.resumed',
    isWell: ({ standstill }) => standstill === null,
    ntfy: { priority: 5, tag: 'rotating_light' },
    title: 'Posting is paused',
    lines: ({ reason, since, count }) => [
      postingSentence(reason ?? null) ?? 'No comment can be posted.',
      since && `Paused for this reason since ${since}.`,
      count > 0 &&
        `Waiting: ${some(count, 'one scheduled comment', 'scheduled comments')}.`,
    ],
    path: '/scheduled',
  },
  'comment.unconfirmed': {
    label: 'A comment was not confirmed',
    when: 'After the last check on YouTube, until you decide what to do.',
    reminders: 'once',
    perVideo: () => '',
    ntfy: { priority: 4, tag: 'warning' },
    title: ({ count }) =>
      `YouTube did not confirm ${some(count, 'a comment', 'comments')}`,
    lines: ({ videos }) => [
      ...videos,
      'It may be held for review. Chime In does not send it again by itself: look on YouTube, then decide.',
    ],
    path: ({ subjects = [] }) =>
      subjects.length === 1 ? `/queue?comment=${subjects[0]}` : '/queue?filter=failed',
  },
  'comment.removed': {
    label: 'A comment was hidden or removed',
    when: 'When a second check finds it hidden, until it is public again or withdrawn.',
    reminders: 'once',
    ntfy: { priority: 4, tag: 'see_no_evil' },
    title: ({ count }) =>
      `${some(count, 'A comment of yours is', 'comments of yours are')} not public`,
    lines: ({ videos }) => videos,
    perVideo: ([first]) => seenBy[first?.visibility ?? 'unknown'],
    path: ({ visibility: seen }) =>
      `/history?${seen ? `visibility=${seen}` : 'status=posted'}`,
  },
  'backup.failed': {
    label: 'Backup failed',
    when: 'When the nightly backup failed twice, and when one was made again.',
    holds({ happened }) {
      const [reason, ...before] = happened.flatMap((of) =>
        of.type === 'backup.failed' ? of.reason : [],
      );
      return reason !== undefined && before.length > 0 ? { data: { reason } } : null;
    },
    wellAgain: 'backup.resumed',
    ntfy: { priority: 4, tag: 'floppy_disk' },
    title: 'The nightly backup failed twice',
    lines: ({ reason }) => [
      reason,
      'It is tried again every hour; the log of the server says more.',
    ],
    path: '/settings?tab=general',
  },
  'disk.low': {
    label: 'Disk nearly full',
    when: 'While less than 1 GB is left.',
    holds({ freeBytes: free }) {
      const freeBytes = Math.floor(free / roundedBytes) * roundedBytes;
      return free < fewBytes ? { data: { freeBytes } } : null;
    },
    ntfy: { priority: 4, tag: 'minidisc' },
    title: 'The disk is nearly full',
    lines: ({ freeBytes = 0 }) => [
      `${freeBytes / 1e6} MB are left where Chime In keeps its data. Free some space before posting stops.`,
    ],
    path: '/settings?tab=general',
  },
  'schedule.endangered': {
    label: 'Scheduled comments in danger',
    when: 'While your sign-in with Google ends within two days and before they are due.',
    holds({ grantEndsAt, afterGrant, now }) {
      const leftMs = (grantEndsAt?.getTime() ?? 0) - now.getTime();
      if (!grantEndsAt || afterGrant === 0 || leftMs <= 0 || leftMs > grantWarningMs)
        return null;
      return { data: { endsAt: grantEndsAt.toISOString(), count: afterGrant } };
    },
    ntfy: { priority: 4, tag: 'alarm_clock' },
    title: ({ count }) =>
      some(
        count,
        'A scheduled comment will miss its time',
        'scheduled comments will miss their time',
      ),
    lines: ({ endsAt, count }) => [
      `Your sign-in with Google ends on ${endsAt}; ${some(count, 'one comment is', 'comments are')} scheduled after that.`,
      'Sign in again with “Refresh Auth” before then, and nothing is late.',
    ],
    path: '/scheduled',
  },
  'replies.new': {
    label: 'Someone replied',
    when: 'The first within a minute, then at most one notice an hour, until you read them.',
    reminders: 'never',
    ntfy: { priority: 3, tag: 'speech_balloon' },
    title: ({ count }) => some(count, 'Someone replied to you', 'new replies to you'),
    lines: ({ videos }) => videos,
    perVideo: (all) => `: ${some(all.length, 'one reply', 'replies')}`,
    path: '/history?tab=replies',
  },
  'letter.daily': {
    label: 'Morning letter',
    when: 'At the hour and on the days below.',
    ntfy: { priority: 2, tag: 'newspaper' },
    title: ({ letter: { goingOut, replies } = noLetter }) =>
      `Today: ${some(goingOut, '1 comment', 'comments')} to go out, ${some(replies, '1 reply', 'replies')} to answer`,
    lines: ({
      letter: { posted, hidden, goingOut, replies, fresh, drafts } = noLetter,
    }) => [
      `Posted yesterday: ${posted}.`,
      hidden > 0 && `Of these, not public: ${hidden}.`,
      `Going out today: ${goingOut}.`,
      `Replies without an answer: ${replies}.`,
      fresh !== null && `Fresh videos: ${fresh}.`,
      `Drafts waiting for you: ${drafts}.`,
    ],
    path: '/queue',
  },
  'posting.resumed': {
    ntfy: { priority: 3, tag: 'white_check_mark' },
    title: 'Posting has resumed',
    lines: ({ since }) => [
      'Scheduled comments go out again.',
      `Posting had been paused since ${since}.`,
    ],
    path: '/scheduled',
  },
  'backup.resumed': {
    ntfy: { priority: 2, tag: 'white_check_mark' },
    title: 'The nightly backup works again',
    lines: () => ['A backup was made.'],
    path: '/settings?tab=general',
  },
  test: {
    ntfy: { priority: 3, tag: 'wave' },
    title: 'Chime In reaches you here',
    lines: () => ['This is the test that you asked for in Settings.'],
    path: '/settings?tab=notices',
  },
};

/**
 * Returns the kind that a type belongs to. The end of a cause is told on the same
 * channels as the cause.
 */
export const kindOf = (type: NoticeType): NoticeKind | undefined =>
  noticeKinds.find((kind) => kind === type || noticeTable[kind].wellAgain === type);

/** Returns true for a type that is resolved as soon as it is sent. */
export function isMoment(type: NoticeType): boolean {
  const { holds, perVideo }: Partial<Kind> = noticeTable[type];
  return !holds && !perVideo;
}

/** Returns the texts of a notice. `write` formats a timestamp for the owner. */
export function wordsOf(
  { type, data }: { type: NoticeType; data: NoticeData },
  named: readonly Named[],
  write: (at: string) => string,
) {
  const { ntfy, title, lines, path, perVideo }: Words & Partial<Kind> = noticeTable[type];
  const [visibility, ...others] = new Set(named.map((of) => of.visibility));
  const { since, endsAt, count = data.subjects?.length ?? 0, isReminder } = data;
  const said: Said = {
    ...data,
    count,
    videos: perVideo ? videosOf(named, perVideo) : [],
    ...(since && { since: write(since) }),
    ...(endsAt && { endsAt: write(endsAt) }),
    visibility: others.length === 0 ? visibility : undefined,
  };
  const written = (text: Text) => (typeof text === 'string' ? text : text(said));
  return {
    ntfy,
    title: `${isReminder ? 'Reminder: ' : ''}${written(title)}`,
    lines: lines(said).flatMap((line) => line || []),
    path: written(path),
  };
}

const mostNamed = 5;

function videosOf(
  named: readonly Named[],
  perVideo: NonNullable<Kind['perVideo']>,
): string[] {
  const byVideo = [...Map.groupBy(named, ({ videoTitle }) => videoTitle)];
  const lines = byVideo.slice(0, mostNamed).flatMap(([title, all]) => {
    const quotes = all.flatMap(({ words }) =>
      words ? `> ${words.replace(/\s+/g, ' ')}` : [],
    );
    return [`“${title}”${perVideo(all)}`, ...quotes.slice(0, mostNamed)];
  });
  const more = byVideo.length - mostNamed;
  return more > 0
    ? [...lines, `And ${some(more, 'one more video', 'more videos')}.`]
    : lines;
}
