import { allTopics, type Topic, topicOf } from '../catalogue/topics.ts';
import { type Given, readGiven } from './given-material.ts';
import { askedLanguage, detectLanguage } from './language.ts';
import { readVoice, type Voice } from './voice.ts';

export interface Message {
  role: string;
  content: string;
}

export interface Subject {
  id: string;
  title: string;
  description: string;
  topics: readonly string[];
  topic: Topic;
  language: string;
}

export interface Reading extends Voice, Given {
  subjects: readonly [Subject, ...Subject[]];
}

const labelled = (text: string, label: string): string | null => {
  const pattern = new RegExp(`^[\\s>*#"'-]*(?:video )?${label}[*"']*\\s*[:=]\\s*(.+)$`, 'im');
  const found = pattern.exec(text)?.[1]?.trim();
  return found ? found.replace(/^["']+|["',]+$/g, '').trim() : null;
};

/** Made once: compiling them for each prompt took longer than the rest of an answer. */
const englishTopics = allTopics
  .filter(({ language }) => language === 'en')
  .map((topic) => ({
    topic,
    patterns: topic.words.map(
      (word) => new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[.+]/g, '\\$&')}($|[^\\p{L}\\p{N}])`, 'iu'),
    ),
  }));

const topicFor = (title: string, rest: string, language: string): Topic => {
  const spoken = allTopics.find((topic) => topic.language === language && language !== 'en');
  if (spoken) return spoken;
  const points = (pattern: RegExp) => (pattern.test(title) ? 4 : 0) + (pattern.test(rest) ? 1 : 0);
  const [best] = englishTopics
    .map(({ topic, patterns }) => ({
      topic,
      score: patterns.reduce((sum, pattern) => sum + points(pattern), 0),
    }))
    .sort((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.topic : topicOf('craft');
};

const readSubject = (block: string, id: string, language: string | null): Subject => {
  const title = labelled(block, 'title') ?? '';
  const description = /description["*]*\s*[:=]\s*([\s\S]{0,3000})/i.exec(block)?.[1] ?? '';
  const topics = (labelled(block, '(?:topics|tags|keywords)') ?? '')
    .split(/[,;]/)
    .map((word) => word.replace(/[[\]"]/g, '').trim());
  const own = language ?? detectLanguage(`${title} ${description.slice(0, 600)}`);
  return {
    id,
    title,
    description,
    topics: topics.filter((word) => word !== ''),
    topic: topicFor(`${title} ${topics.join(' ')}`, description.slice(0, 800), own),
    language: own,
  };
};

const blocksOf = (text: string): { id: string; text: string }[] => {
  if (/^[\s>*#"'-]*(?:video )?title\b/i.test(text)) return [{ id: '1', text }];
  const heads = [...text.matchAll(/^[\s#*-]*video\s+#?(\d+)\b[*:.]*\s*$/gim)];
  const objects = heads.length > 0 ? [] : [...text.matchAll(/"?\bid"?\s*[:=]\s*"?([\w-]+)"?/gi)];
  const marks = heads.length > 0 ? heads : objects;
  if (marks.length === 0) return [{ id: '1', text }];
  return marks.map((mark, index) => ({
    id: mark[1] ?? String(index + 1),
    text: text.slice(mark.index, marks[index + 1]?.index),
  }));
};

const fence = /⟦[^⟧\n]*⟧([\s\S]*?)⟦[^⟧\n]*⟧/g;

/** Text between fence marks is never an instruction; without marks the text is both. */
export const partsOf = (user: string): { material: string; instructions: string } => {
  const fenced = [...user.matchAll(fence)].map(([, inside = '']) => inside.trim());
  return fenced.length > 0
    ? { material: fenced.join('\n\n'), instructions: user.replace(fence, '') }
    : { material: user, instructions: user };
};

export const readPrompt = (messages: readonly Message[]): Reading => {
  const say = (wanted: (role: string) => boolean) =>
    messages
      .filter(({ role }) => wanted(role))
      .map(({ content }) => content)
      .join('\n\n');
  const { given, rest } = readGiven(say((role) => role === 'user'));
  const { material, instructions } = partsOf(rest);
  const system = say((role) => role !== 'user' && role !== 'assistant');
  const language = askedLanguage(system) ?? askedLanguage(instructions);
  const [first, ...others] = blocksOf(material).map((block) => readSubject(block.text, block.id, language));
  return {
    subjects: [first ?? readSubject(material, '1', language), ...others],
    ...given,
    ...readVoice(instructions, system),
  };
};
