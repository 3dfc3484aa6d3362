import type { DraftEdits, Learning } from '#shared/contracts/analytics.ts';
import { calendarDays, startOfDay } from '#shared/rules/calendar.ts';
import { spacedText } from '#shared/rules/comment-text.ts';
import { wordsOf } from '../../text/words.rules.ts';
import type { Range } from './analytics.rules.ts';

export interface Month extends Range {
  /** YYYY-MM */
  month: string;
}

export interface Edit {
  draft: string;
  posted: string;
}

/** The posted drafts of one month and one voice profile. */
export interface PostedDrafts {
  /** Index in the list of months. */
  monthIndex: number;
  profile: { id: number; name: string } | null;
  drafts: number;
  /** Drafts whose posted text differs from the draft. */
  edits: readonly Edit[];
}

const shownMonths = 12;

/**
 * Returns the last twelve months in this time zone, oldest first. The last one is the
 * current month.
 */
export function recentMonths(timeZone: string, now: Date): Month[] {
  const today = calendarDays(timeZone)(now);
  const year = Number(today.slice(0, 4));
  const monthOfYear = Number(today.slice(5, 7));
  const monthAt = (offset: number) =>
    new Date(Date.UTC(year, monthOfYear - 1 + offset)).toISOString().slice(0, 7);
  return Array.from({ length: shownMonths }, (_, index) => {
    const offset = index + 1 - shownMonths;
    return {
      month: monthAt(offset),
      start: startOfDay(`${monthAt(offset)}-01`, timeZone),
      end: startOfDay(`${monthAt(offset + 1)}-01`, timeZone),
    };
  });
}

/**
 * Counts the words that were added or removed, whichever are more. A word that only moved
 * is not counted.
 */
export function wordsChanged({ draft, posted }: Edit): number {
  const left = new Map<string, number>();
  for (const word of wordsOf(draft)) left.set(word, (left.get(word) ?? 0) + 1);
  let added = 0;
  for (const word of wordsOf(posted)) {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    else added += 1;
  }
  const removed = [...left.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(added, removed);
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined
    ? null
    : Math.round((lower + upper) / 2);
}

type CountedDrafts = Omit<PostedDrafts, 'edits'> & { wordsChanged: readonly number[] };

function editsOf(groups: readonly CountedDrafts[]): DraftEdits {
  const drafts = groups.reduce((sum, group) => sum + group.drafts, 0);
  const changed = groups.flatMap((group) => group.wordsChanged);
  return { drafts, unedited: drafts - changed.length, wordsChanged: median(changed) };
}

/** Leaves out months and voice profiles without a posted draft. */
export function learning(
  counted: readonly PostedDrafts[],
  months: readonly Month[],
): Learning {
  const groups = counted.map(({ monthIndex, profile, drafts, edits }): CountedDrafts => {
    // A change of spacing does not count as an edit.
    const edited = edits.filter(
      ({ draft, posted }) => spacedText(draft) !== spacedText(posted),
    );
    return { monthIndex, profile, drafts, wordsChanged: edited.map(wordsChanged) };
  });
  const byProfile = [
    ...Map.groupBy(groups, ({ profile }) => profile?.id ?? null).values(),
  ];
  return {
    months: months.flatMap(({ month }, index) => {
      const ofMonth = groups.filter(({ monthIndex }) => monthIndex === index);
      return ofMonth.length > 0 ? [{ month, ...editsOf(ofMonth) }] : [];
    }),
    profiles: byProfile
      .map((ofProfile) => ({
        profile: ofProfile[0]?.profile ?? null,
        ...editsOf(ofProfile),
      }))
      .sort((a, b) => b.drafts - a.drafts || (a.profile?.id ?? 0) - (b.profile?.id ?? 0)),
  };
}
