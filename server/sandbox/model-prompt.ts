import { type Steer, steerLabels, steers } from '#shared/contracts/comment-detail.ts';
import {
  type CommentStyle,
  commentStyleLabels,
  commentStyles,
} from '#shared/contracts/primitives.ts';

/**
 * The inputs and instructions that the sandbox model reads from the app's prompt for a
 * draft.
 */
export interface DraftPrompt {
  /** Every line that looks like a title. One of them is the video's. */
  titles: readonly string[];
  style: CommentStyle;
  /** The user's point, trimmed. */
  point: string | null;
  /** Joined into one line. */
  transcript: string;
  /**
   * The stranger's reply that the draft should answer; null for a comment on the video.
   */
  reply: string | null;
  /** The text on the screen, which the user wants changed or replaced by another one. */
  present: string | null;
  steer: Steer | null;
  /** Texts that must not be repeated, including the present one. */
  taken: readonly string[];
  /** The beginning that a draft has to keep. */
  begun: string;
  /** True if an earlier answer was rejected. */
  isCorrected: boolean;
  /** All of the material joined into one line, for checking quotes. */
  given: string;
}

/**
 * Text between fence marks comes from strangers or the user, so it is never read as an
 * instruction.
 */
const fence = /⟦[^⟧\n]*⟧([\s\S]*?)⟦END OF [^⟧\n]*⟧/g;

export const fencedTexts = (user: string): string[] =>
  [...user.matchAll(fence)].map(([, inside = '']) => inside.trim());

/** Joins the lines into one, and removes the times of a transcript. */
export const plain = (text: string) =>
  text
    .replace(/\[[\d:…]+\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export const titlesIn = (text: string): string[] =>
  [...text.matchAll(/^Title: (.+)$/gm)].map(([, title = '']) => title.trim());

const partAfter = (user: string, label: string): string =>
  new RegExp(`^${label}[^\\n]*:\\n⟦[^⟧\\n]*⟧\\n([\\s\\S]*?)\\n⟦END OF`, 'm')
    .exec(user)?.[1]
    ?.trim() ?? '';

/** Returns the JSON string that follows a label at the start of a line, or null. */
function quotedAfter(instructions: string, label: string): string | null {
  const found = new RegExp(`^${label}(".*")$`, 'm').exec(instructions)?.[1];
  return found === undefined ? null : (JSON.parse(found) as string);
}

function othersIn(instructions: string): string[] {
  const lines = /^These drafts are there already\.[^\n]*\n((?:- ".*"(?:\n|$))+)/m.exec(
    instructions,
  )?.[1];
  return (lines?.trim().split('\n') ?? []).map(
    (line) => JSON.parse(line.slice(2)) as string,
  );
}

export function readDraftPrompt(user: string): DraftPrompt {
  const fenced = fencedTexts(user);
  const instructions = user.replace(fence, '');
  const repeated =
    /almost the same as an earlier comment: “(.*)” Make another point/.exec(
      instructions,
    )?.[1];
  const others = othersIn(instructions);
  const present =
    quotedAfter(instructions, 'Present version: ') ?? repeated ?? others[0] ?? null;
  const has = (label: string) =>
    instructions.includes(`Style of this comment: ${label}:`);
  return {
    titles: fenced.flatMap(titlesIn),
    style: commentStyles.find((style) => has(commentStyleLabels[style])) ?? 'insightful',
    point: partAfter(user, 'What this person wants to say') || null,
    transcript: plain(partAfter(user, 'Transcript of the video')),
    reply:
      /^The reply to answer[^\n]*?, by [^\n]*?: (.*)$/m.exec(fenced.join('\n'))?.[1] ??
      null,
    present,
    steer:
      steers.find((steer) => instructions.includes(`\nChange: ${steerLabels[steer]}.`)) ??
      null,
    taken: present === null ? others : [present, ...others],
    begun: quotedAfter(instructions, 'Begun: ')?.trim() ?? '',
    isCorrected: instructions.includes('\nAn earlier draft could not be used.'),
    given: plain(fenced.join('\n')),
  };
}
