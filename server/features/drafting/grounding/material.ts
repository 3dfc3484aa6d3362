import type { Chapter, TopComment } from '#shared/contracts/material.ts';

/** Everything a draft may speak about, and all that its sentences are checked against. */
export interface Material {
  title: string;
  channelTitle: string;
  topics: readonly string[];
  description: string | null;
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  transcript: Transcript | null;
  notes: string | null;
  point: string | null;
  /** What the voice profile tells of the person. */
  profile: readonly string[];
}

export interface Transcript {
  lines: readonly TranscriptLine[];
}

export interface TranscriptLine {
  /** Seconds from the video's begin; null in a transcript without times. */
  at: number | null;
  text: string;
}

/** Whether there is nothing but title, channel and topics to speak about. */
export const isBare = ({ description, chapters, comments, transcript, notes, point }: Material): boolean =>
  !description?.trim() &&
  chapters.length + comments.length + (transcript?.lines.length ?? 0) === 0 &&
  !notes?.trim() &&
  !point?.trim();
