import { habitsOfComments } from '../../sandbox/comment-habits.ts';
import { rulesOfEdits } from '../../sandbox/edit-rules.ts';
import type { ModelFault } from '../../sandbox/faults.ts';
import { type ModelAnswer, withFault } from '../../sandbox/model-faults.ts';
import { idFrom, pick, unit } from '../../sandbox/random.ts';
import {
  type Message,
  partsOf,
  passagesOf,
  type Reading,
  readPrompt,
  type Subject,
  sentencesOf,
  tokensIn,
} from './model-prompt.ts';
import { shortened, writeDraft, writtenFor } from './model-writer.ts';

const LEAST = 6;

/** Gives each sentence the longest passage that it contains as its source. */
const sourcesOf = (text: string, reading: Reading, subject: Subject) => {
  const passages = passagesOf(reading, subject)
    .filter((passage) => passage.text.length >= LEAST)
    .sort((a, b) => b.text.length - a.text.length);
  const written = writtenFor(subject).flat();
  return sentencesOf(text).map((sentence) => {
    const known = written.find((each) => each.sentence === sentence);
    if (known) return known;
    const held = passages.find((passage) =>
      sentence.toLowerCase().includes(beginningOf(passage.text)),
    );
    const needsNone = /[?？]$/.test(sentence) ? 'none' : 'own_knowledge';
    return { sentence, kind: held?.kind ?? needsNone, quote: held?.text ?? '' };
  });
};

/** A long passage counts as quoted if its beginning is. */
const beginningOf = (passage: string) =>
  shortened(passage)
    .replace(/[.!?。]$/, '')
    .toLowerCase();

/**
 * True if the material has only a title and other people's comments, and the user gave no
 * notes.
 */
const hasNothingToAdd = (reading: Reading, subject: Subject): boolean =>
  reading.mayAddNothing &&
  /^\(none\)|^$/.test(subject.description.trim()) &&
  reading.transcript.join('').trim() === '' &&
  reading.notes.length === 0;

const writeAnswer = (seed: string, reading: Reading) => {
  const [subject] = reading.subjects;
  if (hasNothingToAdd(reading, subject)) {
    const nothingToAdd = `Nothing of what “${subject.title}” says is given, so there is nothing in it that you could take up.`;
    return { comment: '', sources: [], nothingToAdd };
  }
  const comment = writeDraft(`${seed}/comment`, reading, subject);
  const sources = sourcesOf(comment, reading, subject);
  return { comment, sources, ...(reading.mayAddNothing && { nothingToAdd: '' }) };
};

const approaches = [
  'Share a number you measured yourself and ask whether theirs looked similar.',
  'Name the trade-off the title leaves open and say which side you took.',
  'Add the pitfall that comes after the happy path.',
  'Ask how it behaves with ten times the load.',
];
const kinds: [RegExp, string][] = [
  [
    /course|tutorial|beginner|curso|einsteiger|入門|from scratch|step by step/i,
    'tutorial',
  ],
  [/ vs |compar|honest/i, 'comparison'],
  [/q&a|interview|live|conversation/i, 'discussion'],
  [/why|lessons|later|talk|what nobody/i, 'talk'],
  [/\d\.\d|new|preview|changes|released/i, 'news'],
];

const assessVideos = (seed: string, { subjects }: Reading) => ({
  videos: subjects.map(({ id, title, topics, topic }) => {
    const of = (member: string) => `${seed}/videos/${id}/${member}`;
    return {
      id: Number(id) || 0,
      fit: Math.round(62 + 31 * unit(of('fit'))),
      type: kinds.find(([pattern]) => pattern.test(title))?.[1] ?? 'explanation',
      difficulty: pick(`${of('difficulty')}/difficulty`, ['easy', 'medium', 'hard']),
      opportunity: pick(`${of('opportunity')}/opportunity`, ['high', 'medium', 'low']),
      topics: [...new Set([...topics, ...topic.tags])].slice(0, 3),
      approach: pick(of('approach'), approaches),
    };
  }),
});

const comment = /⟦COMMENT⟧\n([\s\S]*?)\n⟦END OF COMMENT⟧/;
const words = (text: string) =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
const numbers = (text: string) => text.match(/\d+(?:[.,]\d+)?/g) ?? [];

const shared = (text: string, other: string) => {
  const own = words(text);
  const known = words(other);
  return [...own].filter((word) => known.has(word)).length / Math.max(1, own.size);
};

const nearestTo = (sentence: string, passages: readonly string[]) =>
  passages
    .map((passage) => ({ passage, share: shared(sentence, passage) }))
    .sort((a, b) => b.share - a.share)[0];

const sameSubject = 0.5;
const samePoint = 0.7;

/**
 * Checks a comment against the material: numbers that are not in it, points that others
 * made already, and questions.
 */
const readComment = (messages: readonly Message[], reading: Reading) => {
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  const text = comment.exec(user)?.[1] ?? '';
  const given = messages
    .map(({ content }) => partsOf(content.replace(comment, '')).material)
    .join('\n');
  const [subject] = reading.subjects;
  const passages = [subject.description, ...reading.transcript, ...reading.notes].flatMap(
    sentencesOf,
  );
  const sentences = sentencesOf(text);
  const wrong = sentences
    .filter((sentence) => numbers(sentence).some((number) => !given.includes(number)))
    .map((sentence) => {
      const near = nearestTo(
        sentence,
        passages.filter((passage) => numbers(passage).length > 0),
      );
      return {
        sentence,
        about: 'video',
        passage: near && near.share >= sameSubject ? near.passage : '',
      };
    });
  const said = reading.comments.find((other) =>
    sentences.some((sentence) => shared(sentence, other) >= samePoint),
  );
  const sound = sentences.filter(
    (sentence) => !wrong.some((each) => each.sentence === sentence),
  );
  const asks = sound.find((sentence) => /[?？]$/.test(sentence));
  const [longest = ''] = [...sound].sort((a, b) => b.length - a.length);
  const dull =
    sentences.find((sentence) => sentence !== longest && !/[?？\d]/.test(sentence)) ?? '';
  const base = 52 + 34 * unit(`${text}/signs`) + (asks ? 6 : 0);
  return {
    wrong,
    alreadySaid: said ? { author: 'somebody', words: said } : { author: '', words: '' },
    for: asks ?? longest,
    against: wrong[0]?.sentence ?? dull,
    signs: Math.round(wrong.length > 0 || said ? base / 2 : Math.min(94, base)),
    engagementPotential: asks
      ? 'Likely: it asks what the author can answer.'
      : 'Some: it makes a point, and asks nothing.',
    technicalAccuracy:
      wrong.length > 0
        ? 'One statement is not in what was given.'
        : 'Sure: what it says of the video is there.',
    tone: { insightful: 'Matter-of-fact', supportive: 'Warm', questioning: 'Curious' }[
      reading.style
    ],
  };
};

export const writeRules = (messages: readonly Message[]) => {
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  return { rules: rulesOfEdits(partsOf(user).material) };
};

/** The habits that at least three comments show. */
const writeHabits = (messages: readonly Message[]) => {
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  return { habits: habitsOfComments(partsOf(user).material) };
};

interface Question {
  messages: readonly Message[];
  /** Servers that do not support the parameter find it pasted into the prompt instead. */
  schema: unknown;
  /** In tokens. */
  limit: number;
  fault: ModelFault | null;
}

const withoutBeginning = (content: string) =>
  content.replace(/\n\n[^\n]*\nBegun: ".*"$/m, '');

const compose = ({ messages, schema }: Question): string => {
  const reading = readPrompt(messages);
  const said = messages
    .map(({ role, content }) => `${role}:${withoutBeginning(content)}`)
    .join('\n');
  // Hashed only once, because hundreds of choices depend on it.
  const seed = idFrom(said, 32);
  const form = [
    JSON.stringify(schema),
    ...messages.map(({ content }) => partsOf(content).instructions),
  ].join();
  const asks = (member: string) => form.includes(`"${member}":{`);
  if (asks('rules')) return JSON.stringify(writeRules(messages));
  if (asks('habits')) return JSON.stringify(writeHabits(messages));
  if (asks('signs')) return JSON.stringify(readComment(messages, reading));
  if (asks('videos')) return JSON.stringify(assessVideos(seed, reading));
  if (asks('comment')) return JSON.stringify(writeAnswer(seed, reading));
  return writeDraft(seed, reading, reading.subjects[0]);
};

export const answerQuestion = (question: Question): ModelAnswer => {
  const answer = withFault(compose(question), question.fault);
  const tokens = tokensIn(answer.text);
  if (tokens <= question.limit) return answer;
  const length = Math.floor((answer.text.length * question.limit) / tokens);
  return { ...answer, text: answer.text.slice(0, length), finish: 'length' };
};
