import type { NoticeData, NoticeKind, NoticeType } from '#shared/contracts/notices.ts';
import { postingSentence } from '#shared/rules/posting-reasons.ts';

/** What a notice's words speak of, read when it is told: comments may have changed since. */
export interface NoticeSubjects {
  videoTitle: string;
  commentId: number;
  /** Null unless words may be quoted and are still kept. */
  words: string | null;
  onlyOwnerSees: boolean;
}

export interface Told {
  data: NoticeData;
  subjects: readonly NoticeSubjects[];
  /** In the person's own zone. */
  when(at: string): string;
}

interface Words {
  /** 1 to 5, as ntfy has it. */
  priority: number;
  tag: string;
  title(told: Told): string;
  lines(told: Told): string[];
  /** The page where something can be done about it. */
  path(told: Told): string;
}

interface Kind extends Words {
  label: string;
  /** When it is told, and when it is over, in words for Settings. */
  when: string;
  over: string;
  /** After a day in which it still holds. */
  reminds: 'daily' | 'once' | 'never';
}

const many = (count: number, one: string, more = `${one}s`) => (count === 1 ? one : `${count} ${more}`);
const mostNamed = 5;

/** One line a video, its words below it, and how many more there are. */
function named(subjects: Told['subjects'], describe: (of: readonly NoticeSubjects[]) => string): string[] {
  const byVideo = Map.groupBy(subjects, ({ videoTitle }) => videoTitle);
  const lines = [...byVideo]
    .slice(0, mostNamed)
    .flatMap(([title, of]) => [
      `“${title}”${describe(of)}`,
      ...of.flatMap(({ words }) => (words === null ? [] : `> ${words}`)).slice(0, mostNamed),
    ]);
  const others = byVideo.size - mostNamed;
  return others > 0 ? [...lines, `And ${many(others, 'one more video', 'more videos')}.`] : lines;
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;

/** Everything that Chime In tells by itself: its trigger, its words, where it leads, and when it is over. */
export const noticeWords: Record<NoticeKind, Kind> & Record<Exclude<NoticeType, NoticeKind>, Words> = {
  'posting.paused': {
    label: 'Posting stopped',
    when: 'At once where only you can end it (sign-in, channel, a suspended project), else after an hour.',
    over: 'Comments go out again; you are told that too.',
    reminds: 'daily',
    priority: 5,
    tag: 'rotating_light',
    title: () => 'Posting is paused',
    lines: ({ data, when }) => [
      postingSentence(data.reason ?? null) ?? 'No comment can be posted.',
      ...(data.since ? [`It has been paused since ${when(data.since)}.`] : []),
      ...(data.count ? [`Waiting: ${many(data.count, 'one scheduled comment', 'scheduled comments')}.`] : []),
    ],
    path: () => '/scheduled',
  },
  'posting.resumed': {
    priority: 3,
    tag: 'white_check_mark',
    title: () => 'Posting goes on',
    lines: ({ data, when }) => [
      'Scheduled comments go out again.',
      ...(data.since ? [`Posting had been paused since ${when(data.since)}.`] : []),
    ],
    path: () => '/scheduled',
  },
  'comment.unconfirmed': {
    label: 'A comment was not confirmed',
    when: 'After the last look for it on YouTube.',
    over: 'You decided about the comment.',
    reminds: 'once',
    priority: 4,
    tag: 'warning',
    title: ({ data }) =>
      `YouTube did not confirm ${many(data.comments?.length ?? 1, 'a comment', 'comments')}`,
    lines: ({ subjects }) => [
      ...named(subjects, () => ''),
      'It may be held for review. Chime In does not send it again by itself: look on YouTube, then decide.',
    ],
    path: ({ data: { comments = [] } }) =>
      comments.length === 1 ? `/queue?comment=${comments[0]}` : '/queue?filter=failed',
  },
  'comment.removed': {
    label: 'A comment was hidden or removed',
    when: 'When a second look finds that strangers do not see it.',
    over: 'It is public again or withdrawn.',
    reminds: 'once',
    priority: 4,
    tag: 'see_no_evil',
    title: ({ data }) =>
      `${many(data.comments?.length ?? 1, 'A comment of yours is', 'comments of yours are')} not public`,
    lines: ({ subjects }) =>
      named(subjects, ([first]) => (first?.onlyOwnerSees ? ': only you see it' : ': removed')),
    path: ({ subjects }) => {
      const [first, ...others] = new Set(
        subjects.map(({ onlyOwnerSees }) => (onlyOwnerSees ? 'only_you' : 'removed')),
      );
      return first && others.length === 0 ? `/history?visibility=${first}` : '/history?status=posted';
    },
  },
  'backup.failed': {
    label: 'Backup failed',
    when: 'When the nightly backup failed twice.',
    over: 'A backup was made; you are told that too.',
    reminds: 'daily',
    priority: 4,
    tag: 'floppy_disk',
    title: () => 'The nightly backup failed twice',
    lines: ({ data }) => [data.reason || 'The log of the server says why.', 'It is tried again every hour.'],
    path: () => '/settings?tab=general',
  },
  'backup.resumed': {
    priority: 2,
    tag: 'white_check_mark',
    title: () => 'The nightly backup works again',
    lines: () => ['A backup was made.'],
    path: () => '/settings?tab=general',
  },
  'disk.low': {
    label: 'Disk nearly full',
    when: 'When less than 1 GB is left.',
    over: 'More than 1.1 GB is left.',
    reminds: 'daily',
    priority: 4,
    tag: 'minidisc',
    title: () => 'The disk is nearly full',
    lines: ({ data }) => [
      `${megabytes(data.freeBytes ?? 0)} are left where Chime In keeps its data. Free some space before posting stops.`,
    ],
    path: () => '/settings?tab=general',
  },
  'schedule.endangered': {
    label: 'Scheduled comments in danger',
    when: 'When your sign-in with Google ends within two days and comments are scheduled after it.',
    over: 'You signed in again or moved them.',
    reminds: 'daily',
    priority: 4,
    tag: 'alarm_clock',
    title: ({ data }) =>
      `${many(data.count ?? 1, 'A scheduled comment', 'scheduled comments')} will miss ${data.count === 1 ? 'its' : 'their'} time`,
    lines: ({ data, when }) => [
      `Your sign-in with Google ends on ${when(data.endsAt ?? '')}; ${many(data.count ?? 1, 'one comment is', 'comments are')} scheduled after that.`,
      'Sign in again with “Refresh Auth” before then, and nothing is late.',
    ],
    path: () => '/scheduled',
  },
  'replies.new': {
    label: 'Someone replied',
    when: 'The first reply within a minute, what follows within the hour together.',
    over: 'The replies are read or answered.',
    reminds: 'never',
    priority: 3,
    tag: 'speech_balloon',
    title: ({ data }) => many(data.replies?.length ?? 1, 'Someone replied to you', 'new replies to you'),
    lines: ({ subjects }) => named(subjects, (of) => `: ${many(of.length, 'one reply', 'replies')}`),
    path: () => '/history?tab=replies',
  },
  'letter.daily': {
    label: 'Morning letter',
    when: 'At the hour and on the days below.',
    over: 'It tells one day.',
    reminds: 'never',
    priority: 2,
    tag: 'newspaper',
    title: ({ data: { letter } }) =>
      `Today: ${many(letter?.goingOut ?? 0, '1 comment', 'comments')} to go out, ${many(letter?.replies ?? 0, '1 reply', 'replies')} to answer`,
    lines: ({ data: { letter } }) =>
      letter
        ? [
            `Posted yesterday: ${letter.posted}${letter.hidden > 0 ? `, of which ${letter.hidden} not public` : ''}.`,
            `Going out today: ${letter.goingOut}.`,
            `Replies without an answer: ${letter.replies}.`,
            ...(letter.fresh === null ? [] : [`Fresh videos: ${letter.fresh}.`]),
            `Drafts waiting for you: ${letter.drafts}.`,
          ]
        : [],
    path: () => '/queue',
  },
  test: {
    priority: 3,
    tag: 'wave',
    title: () => 'Chime In reaches you here',
    lines: () => ['This is the test that you asked for in Settings.'],
    path: () => '/settings?tab=notices',
  },
};

/** The person is told with the rest of its kind that all is well again. */
export const kindOf = (type: NoticeType): NoticeKind | null => {
  if (type === 'test') return null;
  if (type === 'posting.resumed') return 'posting.paused';
  return type === 'backup.resumed' ? 'backup.failed' : type;
};

/** For people: a reminder says that it is one. */
export function wordsOf(type: NoticeType, told: Told) {
  const { title, lines, path, priority, tag } = noticeWords[type];
  const reminder = told.data.isReminder ? 'Still so: ' : '';
  return { title: `${reminder}${title(told)}`, lines: lines(told), path: path(told), priority, tag };
}
