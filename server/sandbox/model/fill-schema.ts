import { pick, pickSome, unit } from '../random.ts';
import { writeDraft } from './draft-writer.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import type { Schema } from './schema.ts';
import { sourcesOf } from './sources.ts';
import { subjectPhrase } from './subject-phrase.ts';

interface Place {
  seed: string;
  name: string;
  reading: Reading;
  subject: Subject;
}

const approaches = [
  'Share a number you measured yourself and ask whether theirs looked similar.',
  'Name the trade-off the title leaves open and say which side you took.',
  'Add the pitfall that comes after the happy path.',
  'Ask how it behaves with ten times the load.',
];
const tones = { insightful: 'Knowledgeable', supportive: 'Warm', questioning: 'Curious' };
const kinds: [RegExp, string][] = [
  [/course|tutorial|beginner|curso|einsteiger|入門|from scratch|step by step/i, 'tutorial'],
  [/ vs |compar|honest/i, 'comparison'],
  [/q&a|interview|live|conversation/i, 'discussion'],
  [/why|lessons|later|talk|what nobody/i, 'talk'],
  [/\d\.\d|new|preview|changes|released/i, 'news'],
];

/** Nothing but a title and what others said, and nothing that the person wants to say. */
const hasNothingToAdd = ({ reading, subject }: Place): boolean =>
  reading.mayAddNothing &&
  /^\(none\)|^$/.test(subject.description.trim()) &&
  reading.transcript.join('').trim() === '' &&
  reading.notes.length === 0;

const texts: [RegExp, (place: Place) => string][] = [
  [
    /nothingToAdd/,
    (place) =>
      hasNothingToAdd(place)
        ? `Of “${place.subject.title}” only the title is given, so there is nothing in it that you could take up.`
        : '',
  ],
  [
    /comment|content/i,
    (place) => (hasNothingToAdd(place) ? '' : writeDraft(place.seed, place.reading, place.subject)),
  ],
  [/tone/i, ({ reading }) => tones[reading.style]],
  [/engagement/i, () => 'Likely: it names a concrete point the author can answer.'],
  [/accuracy/i, () => 'High: common practice, stated with its limits.'],
  [/type/i, ({ subject }) => kinds.find(([pattern]) => pattern.test(subject.title))?.[1] ?? 'explanation'],
  [/topic/i, ({ subject }) => subjectPhrase(subject)],
  [/approach/i, ({ seed }) => pick(seed, approaches)],
];

const textFor = (place: Place): string =>
  texts.find(([pattern]) => pattern.test(place.name))?.[1](place) ?? 'Short, on topic, and answerable.';

const listFor = (items: Schema, place: Place): unknown[] => {
  const { name, subject, reading, seed } = place;
  if (name === 'sources') {
    if (hasNothingToAdd(place)) return [];
    const comment = writeDraft(seed.replace(/sources$/, 'comment'), reading, subject);
    return sourcesOf(comment, reading, subject);
  }
  if (/topic/i.test(name)) return [...new Set([...subject.topics, ...subject.topic.tags])].slice(0, 3);
  if (/approach/i.test(name)) return pickSome(seed, approaches, 3);
  const subjects = items.properties ? reading.subjects : [subject];
  return subjects.map((own) => fill(items, { ...place, seed: `${seed}/${own.id}`, subject: own }));
};

const integerFor = ({ minimum = 0, maximum = 100 }: Schema, { seed, name, subject }: Place): number => {
  if (name === 'id') return Number(subject.id) || 0;
  return Math.round(minimum + (maximum - minimum) * (0.62 + 0.31 * unit(seed)));
};

const fill = (schema: Schema, place: Place): unknown => {
  if (schema.enum) return pick(`${place.seed}/${place.name}`, schema.enum);
  if (schema.anyOf) return fill(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, place);
  if (schema.properties) {
    const parts = Object.entries(schema.properties).map(([name, part]) => {
      return [name, fill(part, { ...place, name, seed: `${place.seed}/${name}` })];
    });
    return Object.fromEntries(parts);
  }
  if (schema.items) return listFor(schema.items, place);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return integerFor(schema, place);
  return textFor(place).slice(0, schema.maxLength);
};

export const fillSchema = (schema: Schema, seed: string, reading: Reading): unknown =>
  fill(schema, { seed, name: '', reading, subject: reading.subjects[0] });
