import type { Visibility } from '#shared/contracts/comments.ts';
import { type NoticeData, type NoticeKind, type NoticeType, noticeKinds } from '#shared/contracts/notices.ts';
import { postingSentence } from '#shared/rules/posting-reasons.ts';
import type { NoticeMessage } from '../../providers/notices/notices.ts';

/** What is watched, as it is now. */
export interface Facts {
  now: Date;
  /** What keeps every comment back; null while posting is open or the person paused it. */
  standstill: { code: string; needsPerson: boolean } | null;
  scheduled: number;
  nextDueAt: Date | null;
  freeBytes: number;
  grantEndsAt: Date | null;
  /** Scheduled comments that are due after it. */
  afterGrant: number;
  happened: readonly Happened[];
}

/** A comment, a reply, or a backup that failed since the last one that did not; newest first. */
export type Happened = { type: NoticeType; id: number; reason: string };

/** A comment as a notice names it; `words`, its own or a reply's, only where they may be quoted. */
export interface Named {
  commentId: number;
  videoTitle: string;
  visibility: Visibility | null;
  words?: string;
}

/** What the words may name: instants are written out, in the person's own zone. */
interface Said extends NoticeData {
  count: number;
  /** A line each, with its words below. */
  videos: string[];
  /** Of all comments; undefined where it differs. */
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
  /** For Settings, with when it is told and when it is over. */
  label: string;
  when: string;
  /** Of a state: what is told of it while it holds, at once or after a while. */
  holds?(facts: Facts): { data: NoticeData; afterMs?: number } | null;
  /** Of comments and replies: what is said of each video. */
  perVideo?(named: readonly Named[]): string;
  /** What holds for a day is told again; absent: each day. */
  reminders?: 'once' | 'never';
  /** What is told when it is over; the others end on the page alone. */
  wellAgain?: NoticeType;
  /** Absent: always. A cause that still lasts may only harm nobody any more. */
  isWell?(facts: Facts): boolean;
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const fewBytes = 1e9;
const roundedBytes = 5e7;
/** A sign-in that ends within that time endangers what is scheduled after it. */
const grantWarningMs = 2 * dayMs;

/** A new app is not connected, and a spent quota harms nobody while nothing is due. */
const harmsNobody = (code: string, { scheduled, nextDueAt, now }: Facts) =>
  (code === 'not_connected' && scheduled === 0) ||
  (code === 'quota_spent' && (nextDueAt === null || nextDueAt > now));

const some = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);
/** Under the bell also of what is over. */
const seenBy = { only_you: ': only you see it', removed: ': removed', public: ': public again', unknown: '' };
const noLetter = { posted: 0, hidden: 0, goingOut: 0, replies: 0, drafts: 0, fresh: null };

/** Everything that Chime In tells by itself: its trigger, its words, where it leads, and when it is over. */
export const noticeTable: Record<NoticeKind, Kind> & Record<NoticeType, Words> = {
  'posting.paused': {
    label: 'Posting stopped',
    when: 'At once if only you can fix it, otherwise after an hour; and again when posting resumes.',
    holds(facts) {
      if (!facts.standstill || harmsNobody(facts.standstill.code, facts)) return null;
      const { code, needsPerson } = facts.standstill;
      return { data: { reason: code, count: facts.scheduled }, afterMs: needsPerson ? 0 : hourMs };
    },
    wellAgain: 'posting.resumed',
    isWell: ({ standstill }) => standstill === null,
    ntfy: { priority: 5, tag: 'rotating_light' },
    title: 'Posting is paused',
    lines: ({ reason, since, count }) => [
      postingSentence(reason ?? null) ?? 'No comment can be posted.',
      since && `Paused for this reason since ${since}.`,
      count > 0 && `Waiting: ${some(count, 'one scheduled comment', 'scheduled comments')}.`,
    ],
    path: '/scheduled',
  },
  'comment.unconfirmed': {
    label: 'A comment was not confirmed',
    when: 'After the last check on YouTube, until you decide what to do.',
    reminders: 'once',
    perVideo: () => '',
    ntfy: { priority: 4, tag: 'warning' },
    title: ({ count }) => `YouTube did not confirm ${some(count, 'a comment', 'comments')}`,
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
    title: ({ count }) => `${some(count, 'A comment of yours is', 'comments of yours are')} not public`,
    lines: ({ videos }) => videos,
    perVideo: ([first]) => seenBy[first?.visibility ?? 'unknown'],
    path: ({ visibility: seen }) => `/history?${seen ? `visibility=${seen}` : 'status=posted'}`,
  },
  'backup.failed': {
    label: 'Backup failed',
    when: 'When the nightly backup failed twice, and when one was made again.',
    holds({ happened }) {
      const [reason, ...before] = happened.flatMap((of) => (of.type === 'backup.failed' ? of.reason : []));
      return reason !== undefined && before.length > 0 ? { data: { reason } } : null;
    },
    wellAgain: 'backup.resumed',
    ntfy: { priority: 4, tag: 'floppy_disk' },
    title: 'The nightly backup failed twice',
    lines: ({ reason }) => [reason, 'It is tried again every hour; the log of the server says more.'],
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
      if (!grantEndsAt || afterGrant === 0 || leftMs <= 0 || leftMs > grantWarningMs) return null;
      return { data: { endsAt: grantEndsAt.toISOString(), count: afterGrant } };
    },
    ntfy: { priority: 4, tag: 'alarm_clock' },
    title: ({ count }) =>
      some(count, 'A scheduled comment will miss its time', 'scheduled comments will miss their time'),
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
    lines: ({ letter: { posted, hidden, goingOut, replies, fresh, drafts } = noLetter }) => [
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
    lines: ({ since }) => ['Scheduled comments go out again.', `Posting had been paused since ${since}.`],
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

/** The person is told where they are told the rest of its kind that all is well again. */
export const kindOf = (type: NoticeType): NoticeKind | undefined =>
  noticeKinds.find((kind) => kind === type || noticeTable[kind].wellAgain === type);

/** Over as soon as it is told. */
export function isMoment(type: NoticeType): boolean {
  const { holds, perVideo }: Partial<Kind> = noticeTable[type];
  return !holds && !perVideo;
}

/** For people; `write` writes an instant. */
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

function videosOf(named: readonly Named[], perVideo: NonNullable<Kind['perVideo']>): string[] {
  const byVideo = [...Map.groupBy(named, ({ videoTitle }) => videoTitle)];
  const lines = byVideo.slice(0, mostNamed).flatMap(([title, all]) => {
    const quotes = all.flatMap(({ words }) => (words ? `> ${words.replace(/\s+/g, ' ')}` : []));
    return [`“${title}”${perVideo(all)}`, ...quotes.slice(0, mostNamed)];
  });
  const more = byVideo.length - mostNamed;
  return more > 0 ? [...lines, `And ${some(more, 'one more video', 'more videos')}.`] : lines;
}
