import { pick } from '../deterministic.ts';
import { generalInsights, phrases } from './phrases.ts';
import type { Reading, Subject } from './prompt-reader.ts';

const LONGEST_SUBJECT = 60;

/** Titles that are sentences rather than things, or that carry markup, are not repeated in a comment. */
const isSentence = (head: string) =>
  /^(why|how|what|when|you|your|we|it|stop|is|do|did|my|i|p\d+|warum|wie|cómo|ignore|watch|learn|reading|writing|running|debugging|building|finding)\b|[?<>{}"\\¿&]/i.test(
    head,
  );

/** What the video is about, as a phrase that fits into a sentence. */
export const subjectPhrase = ({ title, topic, topics, language }: Subject): string => {
  const head = (title.split(/[:|(–—:]|\s-\s/)[0] ?? '').replace(/[!.,\s]+$/, '').trim();
  if (head.length >= 4 && head.length <= LONGEST_SUBJECT && !isSentence(head)) return head;
  if (language === topic.language && language === 'en') return topic.name;
  return topics[0] ?? (head.length > 0 && head.length <= LONGEST_SUBJECT ? head : topic.name);
};

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const compose = (seed: string, reading: Reading, subject: Subject): string => {
  const words = phrases[subject.language] ?? phrases['en'];
  if (!words) return '';
  const { topic } = subject;
  const insights = topic.language === 'en' ? [...topic.insights, ...generalInsights] : topic.insights;
  const insight = pick(`${seed}/insight`, insights);
  const question = pick(`${seed}/question`, topic.questions);
  const body = pick(`${seed}/body`, words.body[reading.style]);
  const filled = body
    .replace('{s}', () => subjectPhrase(subject))
    .replace('{i}', () => insight)
    .replace('{q}', () => question)
    .replace('{Q}', () => asSentence(question));
  const closing = pick(`${seed}/closing`, words.closing[reading.style]);
  const text = `${asSentence(filled)}${subject.language === 'ja' ? '' : ' '}${closing}`;
  return reading.isCasual
    ? text.replaceAll('I would', 'I’d').replaceAll('I have', 'I’ve').replace('It would', 'It’d')
    : text;
};

const holds = (text: string, words: readonly string[]) =>
  words.some((word) => text.toLowerCase().includes(word));

/** Tries before it settles for a text with a word it should avoid. */
const TRIES = 24;

/** A comment of two to four sentences on the video; the same seed gives the same text. */
export const writeComment = (seed: string, reading: Reading, subject: Subject): string => {
  const drafts = Array.from({ length: TRIES }, (_, index) => compose(`${seed}/${index}`, reading, subject));
  return drafts.find((draft) => !holds(draft, reading.avoid)) ?? drafts[0] ?? '';
};
