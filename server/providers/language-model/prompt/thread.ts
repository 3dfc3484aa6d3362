import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { DraftThread } from '../language-model.ts';
import { fenced } from './fence.ts';
import { promptLine } from './prompt-text.ts';

export const answerTask =
  'You write one answer to a reply that somebody left under a professional’s comment on a YouTube video, on behalf of this professional, who reads it before it is posted.';

export const answerRequest =
  'Write the answer to the last reply of the thread. Here are the video that it is under and the thread.';

export const answerLength = 'One to three sentences, about 60 to 300 characters.';
export const longestAnswer = 800;

export const answerRules = [
  'Answer what the reply says or asks, and nothing else. If the given text does not hold the answer, say so plainly or ask back; make nothing up.',
  'Do not repeat the comment above or an earlier answer of the thread, and do not begin with the name of the other person.',
];

/** Where the reply has a picture, which only YouTube shows. */
export const unseenPicture =
  'The reply comes with a picture that you cannot see. Say nothing about what it shows; where the answer hangs on it, say that you cannot see it, or ask.';

export const answerDirections: Record<CommentStyle, string> = {
  insightful: 'Give the concrete detail, reason or number that the reply is after.',
  supportive: 'Take up what they tell, say what is good about it and why, and add what may help them.',
  questioning: 'Answer briefly, then ask one open question about what they tell.',
};

export const answerLanguage =
  'Language: write in the language of the reply, unless the voice profile asks for another one.';

const nameBudget = 100;
const textBudget = { comment: 1500, earlier: 400, reply: 2000 };

/** Each on one line, so that no text can pass for somebody else's. */
export function threadSection(thread: DraftThread | undefined): string {
  if (!thread) return '';
  const { authorName, text, hasPicture } = thread.reply;
  const said = (name: string | null, words: string, budget: number) =>
    `${name === null ? 'This person' : `A stranger (${promptLine(name, nameBudget)})`}: ${promptLine(words, budget)}`;
  return fenced(
    [
      said(null, thread.comment, textBudget.comment),
      ...thread.earlier.map(({ authorName, text }) => said(authorName, text, textBudget.earlier)),
      `The reply to answer${hasPicture ? ', with a picture' : ''}, by ${promptLine(authorName, nameBudget)}: ${promptLine(text, textBudget.reply)}`,
    ].join('\n'),
  );
}
