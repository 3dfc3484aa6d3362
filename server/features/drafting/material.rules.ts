import type { Chapter, TopComment } from '#shared/contracts/drafts.ts';
import {
  type GivenText,
  givenText,
  spokenText,
  type Transcript,
} from '../../text/transcript.rules.ts';
import type { OwnComment } from '../voice/own-comments.rules.ts';

/** The material of a draft, in which its sources and facts are looked up. */
export interface Material {
  title: string;
  channelTitle: string;
  topics: readonly string[];
  description: string | null;
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  thread: readonly { author: string; text: string }[];
  transcript: Transcript | null;
  notes: string | null;
  point: string | null;
  profile: readonly string[];
  ownComments: readonly OwnComment[];
}

/** Returns true if the material has nothing but title, channel and topics. */
export const isBare = ({
  description,
  chapters,
  comments,
  thread,
  transcript,
  notes,
  point,
}: Material): boolean =>
  !description?.trim() &&
  chapters.length + comments.length + thread.length + (transcript?.lines.length ?? 0) ===
    0 &&
  !notes?.trim() &&
  !point?.trim();

/**
 * Returns the texts to search, the owner's own first: the first text with a quote is its
 * source. Title, channel and topics count as description.
 */
export function materialTexts(given: Material): GivenText[] {
  const {
    point,
    notes,
    description,
    chapters,
    comments,
    thread,
    transcript,
    profile,
    ownComments,
  } = given;
  const head = [given.title, given.channelTitle, ...given.topics];
  const texts = [
    givenText('point', point ?? ''),
    givenText('notes', notes ?? ''),
    ...chapters.map(({ at, title }) => givenText('chapter', title, at)),
    givenText('description', description ?? ''),
    ...(transcript ? [spokenText(transcript)] : []),
    ...comments.map((each) => givenText('comment', each.text)),
    ...thread.map((each) => givenText('comment', each.text)),
    ...ownComments.map(({ text: own, at, videoTitle }) => ({
      ...givenText('own_comment', own),
      comment: { at: at.toISOString(), videoTitle },
    })),
    ...profile.map((told) => givenText('profile', told)),
    givenText('description', head.join('\n')),
  ];
  return texts.filter((each) => each.text.trim() !== '');
}
