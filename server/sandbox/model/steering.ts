import { pick } from '../random.ts';
import type { Change } from './given-material.ts';
import { quotablePassages } from './passages.ts';
import { phrasesOf } from './phrases.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import { filled, joined, sentencesOf } from './sentences.ts';
import { otherTopic, subjectPhrase } from './subject-phrase.ts';

const SHORTER = 0.75;

/** Writes another version: sentences that the change does not concern stay as they are. */
export const steeredText = (seed: string, change: Change, reading: Reading, subject: Subject): string => {
  const { language } = subject;
  const words = phrasesOf(language);
  const phrase = subjectPhrase(subject);
  const slots = {
    s: phrase,
    t: otherTopic(seed, subject, phrase),
    q: pick(`${seed}/question`, subject.topic.questions),
  };
  const present = sentencesOf(change.text);

  const shorter = () => {
    const kept = [...present];
    while (kept.length > 1 && joined(kept, language).length > change.text.length * SHORTER) kept.pop();
    return kept;
  };
  const moreConcrete = () => {
    const unused = quotablePassages(reading, subject).filter((text) => !change.text.includes(text));
    if (unused.length === 0) return present;
    const detail = filled(pick(`${seed}/anchor`, words.anchor), { p: pick(`${seed}/passage`, unused) });
    return [...present.slice(0, 1), detail, ...present.slice(1)];
  };
  const asking = () => {
    const opening = filled(pick(`${seed}/opening`, words.opening.questioning), slots);
    return [opening, filled(language === 'ja' ? '{q}。' : '{Q}?', slots)];
  };
  const ways: Record<string, () => string[]> = {
    Shorter: shorter,
    'More concrete': moreConcrete,
    'Less certain': () => [...present, pick(`${seed}/hedge`, words.hedge)],
    'Ask instead': asking,
  };
  const steered = ways[change.steer ?? '']?.() ?? present;
  if (!change.isWished) return joined(steered, language);
  const closings = words.closing.map((closing) => filled(closing, slots));
  const others = closings.filter((closing) => !change.text.includes(closing));
  return joined(
    [...steered.slice(0, Math.max(1, steered.length - 1)), pick(`${seed}/closing`, others)],
    language,
  );
};
