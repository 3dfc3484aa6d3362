import type { Chapter, TopComment } from '#shared/contracts/material.ts';
import type { OwnComment } from '../../../providers/language-model/language-model.ts';
import { type GivenText, givenText, spokenText } from '../../../text/passages.rules.ts';
import type { Transcript } from '../../../text/transcript.rules.ts';

/** Everything a draft may speak about, and all that it is looked up in. */
export interface Given {
  title: string;
  channelTitle: string;
  topics: readonly string[];
  description: string | null;
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  /** The texts of the thread that is answered in. */
  thread: readonly { author: string; text: string }[];
  transcript: Transcript | null;
  notes: string | null;
  point: string | null;
  /** What the voice profile tells of the person. */
  profile: readonly string[];
  ownComments: readonly OwnComment[];
}

/** Whether there is nothing but title, channel and topics to speak about. */
export const isBare = ({
  description,
  chapters,
  comments,
  thread,
  transcript,
  notes,
  point,
}: Given): boolean =>
  !description?.trim() &&
  chapters.length + comments.length + thread.length + (transcript?.lines.length ?? 0) === 0 &&
  !notes?.trim() &&
  !point?.trim();

/** The person's own come first: where two texts hold a quote, the first is its source. Title and topics stand with the description. */
export function textsOf(given: Given): GivenText[] {
  const { point, notes, description, chapters, comments, thread, transcript, profile, ownComments } = given;
  const head = [given.title, given.channelTitle, ...given.topics];
  const texts = [
    givenText('point', point ?? ''),
    givenText('notes', notes ?? ''),
    ...chapters.map(({ at, title }) => givenText('chapter', title, () => at)),
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
