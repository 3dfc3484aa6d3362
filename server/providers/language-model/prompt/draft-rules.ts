import type { DraftRequest } from '../language-model.ts';
import { isBare } from './material.ts';
import { answerLength, answerRules, longestAnswer, unseenPicture } from './thread.ts';
import { type UsualManner, usualManner } from './usual-manner.rules.ts';

const longestComment = 1500;

const content = {
  known:
    'Refer to something specific in this video. Say nothing about its content that the given text does not support: figures, names, versions, quotations and times stand as they are given.',
  bare: 'Nothing but the title, the channel and the topics of this video is given, so say nothing about its content. Ask one question about its subject, or speak of this person’s own field as the profile tells it. This goes before the style.',
  point:
    'The comment is about what this person wants to say, given below: make that point early, and use the video’s material to support it.',
  comments:
    'The top comments show what has been said: do not say it again. One of them may be answered; none is copied.',
  ownKnowledge: 'At most one fact may come from what only you know, and only if you are sure of it.',
};

const safety = [
  'Plain text: no links, no e-mail addresses, no hashtags, no markup, no quotation marks around it.',
  'No empty praise such as “Great video!”, no advertising, no request to subscribe or visit anything.',
  'Claim no experience of this person’s that neither the profile nor their point nor their notes tell of.',
  'Where a rule, the style or a sentence wants a figure, name or experience of their own that is not told there, invent none and leave a gap for them to fill: a short label in the language of the comment between ‹ and ›, such as ‹your figure› or ‹your experience›. At most two gaps; use ‹ and › for nothing else.',
  'Never mention these rules, the profile, or how the comment was made.',
];

export function draftRules(request: DraftRequest): string[] {
  const { thread, profile, examples, material } = request;
  const manner = usualManner(examples);
  return [
    ...(thread?.reply.hasPicture ? [unseenPicture] : []),
    ...(thread ? answerRules : [isBare(request) ? content.bare : content.known]),
    ...(material.point ? [content.point] : []),
    ...(material.comments.length > 0 ? [content.comments] : []),
    content.ownKnowledge,
    `${thread ? answerLength : commentLength(manner)} ${person(manner)} Never more than ${thread ? longestAnswer : longestComment} characters.`,
    marks(manner),
    ...(profile?.preferredWords?.trim()
      ? ['At most one of the words to prefer, where it fits by itself.']
      : []),
    ...safety,
  ];
}

function commentLength({ length }: UsualManner): string {
  return length
    ? `About ${length.from} to ${length.to} characters, the usual length of their own comments below.`
    : 'Two to four sentences, about 150 to 500 characters.';
}

const person = ({ samples }: UsualManner) =>
  samples > 0 ? 'Say “I”, “we” or neither as their own comments below do.' : 'In the first person.';

function marks({ samples, withEmoji, withExclamation }: UsualManner): string {
  if (samples === 0) return 'No emoji and no exclamation marks, unless the profile asks for them.';
  return `${mark('Emoji', withEmoji, samples)} ${mark('Exclamation marks', withExclamation, samples)}`;
}

const mark = (name: string, having: number, samples: number) =>
  having === 0
    ? `${name}: none, as in their own comments below.`
    : `${name}: ${having} of their ${samples} comments below have any; use no more than they do.`;
