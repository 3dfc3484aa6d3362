import { between, pick, pickSome, unit } from '../deterministic.ts';
import { writeComment } from './comment-writer.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import { isSchema, type Schema } from './schema.ts';
import { subjectPhrase } from './subject-phrase.ts';

interface Place {
  seed: string;
  name: string;
  reading: Reading;
  subject: Subject;
  root: Schema;
}

const named = (name: string, pattern: RegExp) =>
  pattern.test(name.replace(/[A-Z]/g, (letter) => `_${letter}`).toLowerCase());

const approaches = [
  'Share a number you measured yourself and ask whether theirs looked similar.',
  'Name the trade-off the title leaves open and say which side you took.',
  'Add the pitfall that comes after the happy path.',
  'Ask how it behaves with ten times the load.',
  'Thank the author for one precise point and extend it.',
];

const sentences = {
  engagement: [
    'Likely: it names a concrete point the author can answer.',
    'Fair: a specific experience invites others to compare.',
    'Good: the video is recent and its comments are read.',
  ],
  accuracy: [
    'High: common practice, stated with its limits.',
    'High: nothing beyond what is widely documented.',
    'Fairly sure: depends on the setup, and says so.',
  ],
  summary: [
    'A specific remark that adds to the video without repeating it.',
    'Short, on topic, and answerable.',
  ],
};

const tones = {
  insightful: 'Knowledgeable, calm',
  supportive: 'Warm, appreciative',
  questioning: 'Curious, respectful',
};
const kinds: [RegExp, string][] = [
  [/course|tutorial|beginner|curso|einsteiger|入門|from scratch|step by step/i, 'tutorial'],
  [/ vs |compar|honest/i, 'comparison'],
  [/q&a|interview|live|conversation/i, 'discussion'],
  [/why|lessons|later|talk|what nobody/i, 'talk'],
  [/\d\.\d|new|preview|changes|released/i, 'news'],
];

const textFor = ({ seed, name, reading, subject }: Place): string => {
  if (named(name, /(^|_)(comment|content|text|reply|draft|body|message)$/))
    return writeComment(seed, reading, subject);
  if (named(name, /tone|voice|mood/)) return tones[reading.style];
  if (named(name, /style/)) return reading.style;
  if (named(name, /(^|_)id$/)) return subject.id;
  if (named(name, /title/)) return subject.title;
  if (named(name, /language|lang$|locale/)) return subject.language;
  if (named(name, /engagement|potential/)) return pick(`${seed}/engagement`, sentences.engagement);
  if (named(name, /accura|technical/)) return pick(`${seed}/accuracy`, sentences.accuracy);
  if (named(name, /type|kind|category|format/))
    return kinds.find(([pattern]) => pattern.test(subject.title))?.[1] ?? 'explanation';
  if (named(name, /difficult/)) return pick(seed, ['easy', 'medium', 'hard']);
  if (named(name, /opportunit|level|priority/)) return pick(seed, ['high', 'medium', 'low']);
  if (named(name, /topic|tag|keyword|subject/)) return subjectPhrase(subject);
  if (named(name, /approach|suggest|recommend|idea|advice|next/)) return pick(seed, approaches);
  return pick(`${seed}/summary`, sentences.summary);
};

const listFor = (place: Place, items: Schema, least: number, most: number): unknown[] => {
  const { name, subject, reading, seed } = place;
  if (items.type === 'string' && !items.enum && items.const === undefined) {
    const count = Math.max(least, Math.min(most, 3));
    const source = named(name, /topic|tag|keyword/)
      ? [...new Set([...subject.topics, ...subject.topic.tags])]
      : named(name, /approach|suggest|recommend|idea|advice/)
        ? pickSome(seed, approaches, count)
        : [];
    const texts = source.slice(0, count);
    while (texts.length < count) texts.push(textFor({ ...place, seed: `${seed}/${texts.length}` }));
    return texts.map((text) => fit(text, items));
  }
  const perVideo = named(name, /video|item|result|assessment|insight|analys|score|rating/);
  const subjects = perVideo ? reading.subjects : [subject];
  const count = Math.max(least, Math.min(most, perVideo ? subjects.length : 2));
  return Array.from({ length: count }, (_, index) => {
    const own = subjects[index % subjects.length] ?? subject;
    return fill(items, { ...place, seed: `${seed}/${own.id}/${index}`, subject: own });
  });
};

const numberFor = (schema: Schema, { seed, name, subject }: Place, isInteger: boolean): number => {
  if (named(name, /(^|_)(id|index|number)$/) && /^\d+$/.test(subject.id)) return Number(subject.id);
  const isFraction = !isInteger && (schema.maximum === 1 || named(name, /confidence|probability/));
  const least = schema.minimum ?? 0;
  const most = schema.maximum ?? (isFraction ? 1 : 100);
  const share = 0.62 + 0.31 * unit(seed);
  const value = least + (most - least) * share;
  return isInteger ? Math.min(most, Math.max(least, Math.round(value))) : Math.round(value * 100) / 100;
};

const resolve = (schema: Schema, root: Schema): Schema => {
  const path = schema.$ref?.replace(/^#\/?/, '').split('/');
  if (!path) return schema;
  let found: unknown = root;
  for (const part of path) {
    if (part !== '')
      found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined;
  }
  return isSchema(found) ? found : {};
};

const typeOf = (schema: Schema): string => {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return (
    types.find((type) => type !== 'null') ??
    (schema.properties ? 'object' : schema.items ? 'array' : 'string')
  );
};

const fit = (text: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string =>
  (text.length < minLength ? text.padEnd(minLength, '.') : text).slice(0, maxLength);

const fill = (given: Schema, place: Place): unknown => {
  const schema = resolve(given, place.root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum && schema.enum.length > 0) {
    const { style } = place.reading;
    return schema.enum.includes(style) ? style : pick(`${place.seed}/${place.name}`, schema.enum);
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options)
    return fill(options.find((option) => typeOf(option) !== 'null' && option.type !== 'null') ?? {}, place);
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, child]) => [
          name,
          fill(child, { ...place, name, seed: `${place.seed}/${name}` }),
        ]),
      );
    case 'array':
      return listFor(
        place,
        resolve(schema.items ?? {}, place.root),
        schema.minItems ?? 0,
        schema.maxItems ?? 100,
      );
    case 'integer':
      return numberFor(schema, place, true);
    case 'number':
      return numberFor(schema, place, false);
    case 'boolean':
      return (
        named(place.name, /compli|safe|valid|appropriate|success|relevant|ok$/) ||
        between(place.seed, 0, 1) === 1
      );
    case 'null':
      return null;
    default:
      return fit(textFor(place), schema);
  }
};

/** A value that is valid for the schema and says something sensible about the prompt. */
export const fillSchema = (schema: Schema, seed: string, reading: Reading): unknown =>
  fill(schema, { seed, name: '', reading, subject: reading.subjects[0], root: schema });
