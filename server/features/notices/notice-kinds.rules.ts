import { type NoticeData, type NoticeKind, type NoticeType, noticeKinds } from '#shared/contracts/notices.ts';
import type { ReplyState } from '#shared/contracts/replies.ts';
import { postingSentence } from '#shared/rules/posting-reasons.ts';
import type { comments } from '#shared/schema.ts';

/** What is watched, as it is now. */
export interface Facts {
  now: Date;
  /** What keeps every comment back; null while posting is open or the person paused it. */
  standstill: { code: string; needsPerson: boolean } | null;
  scheduled: number;
  nextDueAt: Date | null;
  /** Since the last backup. */
  backupFailures: readonly string[];
  freeBytes: number;
  grantEndsAt: Date | null;
  /** Scheduled comments that are due after it. */
  afterGrant: number;
  /** The one that is due. */
  letter: { cause: string; data: NoticeData } | null;
}

/** A comment, or a reply to it, that a notice tells of. */
export interface Subject extends Pick<CommentRow, 'status' | 'failureCode' | 'visibility' | 'withdrawnAt'> {
  id: number;
  commentId: number;
  videoTitle: string;
  words: string | null;
  /** Of a reply. */
  state?: ReplyState;
}
type CommentRow = typeof comments.$inferSelect;

interface Words {
  ntfy: { priority: 1 | 2 | 3 | 4 | 5; tag: string };
  /** Templates: see `fill`. A line without one of its values is left out. */
  title: string;
  lines: readonly string[];
  /** What is said of each video. */
  perVideo?: string;
  /** Pages where something can be done about it: the first one whose values are there. */
  paths: readonly string[];
}

export interface Kind extends Words {
  /** For Settings, with when it is told and when it is over. */
  label: string;
  when: string;
  /** How often it is told again, each time after a day in which it holds; absent: as long as it does. */
  reminders?: number;
  /** What of a state that holds is told, if it does so for that long; `key` tells two causes of one kind apart. */
  holds?(facts: Facts): { data: NoticeData; key?: string; afterMs?: number } | null;
  /** Of what was written down by what found it. */
  stillSo?(subject: Subject): boolean;
  /** What is told when it is over; the others end on the page alone. */
  wellAgain?: NoticeType;
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

/** Everything that Chime In tells by itself: its trigger, its words, where it leads, and when it is over. */
export const noticeTable: Record<NoticeKind, Kind> & Record<NoticeType, Words> = {
  'posting.paused': {
    label: 'Posting stopped',
    when: 'At once where only you can end it, else after an hour; and when comments go out again.',
    holds(facts) {
      if (!facts.standstill || harmsNobody(facts.standstill.code, facts)) return null;
      const { code, needsPerson } = facts.standstill;
      const data = { reason: code, count: facts.scheduled };
      return needsPerson ? { data, key: code } : { data, key: `${code}.waiting`, afterMs: hourMs };
    },
    wellAgain: 'posting.resumed',
    ntfy: { priority: 5, tag: 'rotating_light' },
    title: 'Posting is paused',
    lines: [
      '{sentence}',
      'It has been paused since {since}.',
      'Waiting: {count|one scheduled comment|# scheduled comments}.',
    ],
    paths: ['/scheduled'],
  },
  'comment.unconfirmed': {
    label: 'A comment was not confirmed',
    when: 'After the last look for it on YouTube, until you decide about it.',
    stillSo: ({ status, failureCode }) => status === 'failed' && failureCode === 'unconfirmed',
    reminders: 1,
    ntfy: { priority: 4, tag: 'warning' },
    title: 'YouTube did not confirm {count|a comment|# comments}',
    lines: [
      '{videos}',
      'It may be held for review. Chime In does not send it again by itself: look on YouTube, then decide.',
    ],
    paths: ['/queue?comment={only}', '/queue?filter=failed'],
  },
  'comment.removed': {
    label: 'A comment was hidden or removed',
    when: 'When a second look finds it hidden, until it is public again or withdrawn.',
    stillSo: ({ visibility, withdrawnAt }) => /only_you|removed/.test(visibility ?? '') && !withdrawnAt,
    reminders: 1,
    ntfy: { priority: 4, tag: 'see_no_evil' },
    title: '{count|A comment of yours is|# comments of yours are} not public',
    lines: ['{videos}'],
    perVideo: ': {fate}',
    paths: ['/history?visibility={visibility}', '/history?status=posted'],
  },
  'backup.failed': {
    label: 'Backup failed',
    when: 'When the nightly backup failed twice, and when one was made again.',
    holds: ({ backupFailures }) =>
      backupFailures.length < 2 ? null : { data: { reason: backupFailures.at(-1) ?? '' } },
    wellAgain: 'backup.resumed',
    ntfy: { priority: 4, tag: 'floppy_disk' },
    title: 'The nightly backup failed twice',
    lines: ['{reason}', 'It is tried again every hour; the log of the server says more.'],
    paths: ['/settings?tab=general'],
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
    lines: ['{free} MB are left where Chime In keeps its data. Free some space before posting stops.'],
    paths: ['/settings?tab=general'],
  },
  'schedule.endangered': {
    label: 'Scheduled comments in danger',
    when: 'While your sign-in with Google ends within two days and before they are due.',
    holds({ grantEndsAt, afterGrant, now }) {
      const leftMs = (grantEndsAt?.getTime() ?? 0) - now.getTime();
      if (!grantEndsAt || afterGrant === 0 || leftMs <= 0 || leftMs > grantWarningMs) return null;
      const endsAt = grantEndsAt.toISOString();
      return { data: { endsAt, count: afterGrant }, key: endsAt };
    },
    ntfy: { priority: 4, tag: 'alarm_clock' },
    title: '{count|A scheduled comment will miss its time|# scheduled comments will miss their time}',
    lines: [
      'Your sign-in with Google ends on {endsAt}; {count|one comment is|# comments are} scheduled after that.',
      'Sign in again with “Refresh Auth” before then, and nothing is late.',
    ],
    paths: ['/scheduled'],
  },
  'replies.new': {
    label: 'Someone replied',
    when: 'The first within a minute, what follows in an hour together, until you read it.',
    stillSo: ({ state }) => state === 'new',
    reminders: 0,
    ntfy: { priority: 3, tag: 'speech_balloon' },
    title: '{count|Someone replied to you|# new replies to you}',
    lines: ['{videos}'],
    perVideo: ': {count|one reply|# replies}',
    paths: ['/history?tab=replies'],
  },
  'letter.daily': {
    label: 'Morning letter',
    when: 'At the hour and on the days below.',
    ntfy: { priority: 2, tag: 'newspaper' },
    title: 'Today: {goingOut|1 comment|# comments} to go out, {replies|1 reply|# replies} to answer',
    lines: [
      'Posted yesterday: {posted}.',
      'Not public of these: {hidden}.',
      'Going out today: {goingOut}.',
      'Replies without an answer: {replies}.',
      'Fresh videos: {fresh}.',
      'Drafts waiting for you: {drafts}.',
    ],
    paths: ['/queue'],
  },
  'posting.resumed': {
    ntfy: { priority: 3, tag: 'white_check_mark' },
    title: 'Posting goes on',
    lines: ['Scheduled comments go out again.', 'Posting had been paused since {since}.'],
    paths: ['/scheduled'],
  },
  'backup.resumed': {
    ntfy: { priority: 2, tag: 'white_check_mark' },
    title: 'The nightly backup works again',
    lines: ['A backup was made.'],
    paths: ['/settings?tab=general'],
  },
  test: {
    ntfy: { priority: 3, tag: 'wave' },
    title: 'Chime In reaches you here',
    lines: ['This is the test that you asked for in Settings.'],
    paths: ['/settings?tab=notices'],
  },
};

/** The person is told where they are told the rest of its kind that all is well again. */
export const kindOf = (type: NoticeType): NoticeKind | undefined =>
  noticeKinds.find((kind) => kind === type || noticeTable[kind].wellAgain === type);

/** As a notice has it when it is told; `words` only where they may be quoted and are still kept. */
export type Told = Pick<Subject, 'commentId' | 'videoTitle'> & { onlyOwnerSees: boolean; words?: string };

/** For people; `when` writes an instant in their own zone. */
export function wordsOf(
  type: NoticeType,
  data: NoticeData,
  subjects: readonly Told[],
  when: (at: string) => string,
) {
  const { ntfy, title, lines, perVideo = '', paths } = noticeTable[type];
  const [visibility, ...others] = new Set(subjects.map((of) => (of.onlyOwnerSees ? 'only_you' : 'removed')));
  const values: Values = {
    ...data.letter,
    hidden: data.letter?.hidden || null,
    count: data.count || data.subjects?.length,
    reason: data.reason,
    sentence: postingSentence(data.reason ?? null) ?? 'No comment can be posted.',
    since: data.since && when(data.since),
    endsAt: data.endsAt && when(data.endsAt),
    free: data.freeBytes && data.freeBytes / 1e6,
    videos: videosOf(subjects, perVideo),
    only: data.subjects?.length === 1 ? data.subjects[0] : null,
    visibility: others.length === 0 ? visibility : null,
  };
  const filled = (templates: readonly string[]) => templates.flatMap((each) => fill(each, values) ?? []);
  return {
    ...ntfy,
    title: `${data.isReminder ? 'Still so: ' : ''}${fill(title, { ...values, count: values['count'] || 1 })}`,
    lines: filled(lines).flatMap((line) => line.split('\n')),
    path: filled(paths)[0] ?? '/',
  };
}

const mostNamed = 5;

/** One line a video, its words below it, and how many more there are. */
function videosOf(subjects: readonly Told[], perVideo: string): string {
  const byVideo = Map.groupBy(subjects, ({ videoTitle }) => videoTitle);
  const lines = [...byVideo].slice(0, mostNamed).flatMap(([title, of]) => {
    const fate = of[0]?.onlyOwnerSees ? 'only you see it' : 'removed';
    const quotes = of.flatMap(({ words }) => (words ? `> ${words.replace(/\s+/g, ' ')}` : []));
    return [`“${title}”${fill(perVideo, { fate, count: of.length })}`, ...quotes.slice(0, mostNamed)];
  });
  const more = byVideo.size - mostNamed;
  if (more > 0) lines.push(fill('And {more|one more video|# more videos}.', { more }) ?? '');
  return lines.join('\n');
}

type Values = Record<string, string | number | null | undefined>;

/** `{name}` is a value, `{name|one|# many}` words by a number; null where a value is missing. */
function fill(template: string, values: Values): string | null {
  let isWhole = true;
  const placeholder = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;
  const text = template.replace(placeholder, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? '';
    if (value === '') isWhole = false;
    return (value === 1 ? one : many?.replace('#', String(value))) ?? String(value);
  });
  return isWhole ? text : null;
}
