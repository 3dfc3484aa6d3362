import { allTopics, topicOf } from '../world/topics/all-topics.ts';
import type { Topic } from '../world/topics/topic.ts';

export interface Message {
  role: string;
  content: string;
}

export type Style = 'insightful' | 'supportive' | 'questioning';

/** One video that a prompt speaks of. */
export interface Subject {
  id: string;
  title: string;
  description: string;
  topics: readonly string[];
  topic: Topic;
  language: string;
}

/** What the sandbox's model understands of a prompt. */
export interface Reading {
  subjects: readonly [Subject, ...Subject[]];
  style: Style;
  isCasual: boolean;
  avoid: readonly string[];
}

const languageNames: Record<string, string> = {
  english: 'en',
  german: 'de',
  deutsch: 'de',
  spanish: 'es',
  español: 'es',
  japanese: 'ja',
  french: 'fr',
  portuguese: 'pt',
};

/** The value of a line such as `Title: …`, `"title": "…"` or `**Video title**: …`. */
const labelled = (text: string, label: string): string | null => {
  const pattern = new RegExp(`^[\\s>*#"'-]*(?:video )?${label}[*"']*\\s*[:=]\\s*(.+)$`, 'im');
  const found = pattern.exec(text)?.[1]?.trim();
  return found ? found.replace(/^["']+|["',]+$/g, '').trim() : null;
};

const detectLanguage = (text: string): string => {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  const words = ` ${text.toLowerCase()} `;
  const count = (list: readonly string[]) => list.filter((word) => words.includes(` ${word} `)).length;
  const scores: [string, number][] = [
    ['de', count(['und', 'der', 'die', 'das', 'für', 'mit', 'ein', 'wir', 'nicht', 'wie'])],
    ['es', count(['el', 'los', 'las', 'con', 'para', 'una', 'que', 'cómo', 'del', 'por'])],
    ['fr', count(['le', 'les', 'des', 'une', 'pour', 'avec', 'est', 'sur', 'dans', 'chez'])],
    ['pt', count(['o', 'os', 'uma', 'com', 'para', 'do', 'da', 'não', 'em', 'na'])],
  ];
  const [best] = scores.sort((a, b) => b[1] - a[1]);
  return best && best[1] >= 2 ? best[0] : 'en';
};

const topicFor = (title: string, rest: string, language: string): Topic => {
  const spoken = allTopics.find((topic) => topic.language === language && language !== 'en');
  if (spoken) return spoken;
  const has = (text: string, word: string) =>
    new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[.+]/g, '\\$&')}($|[^\\p{L}\\p{N}])`, 'iu').test(text);
  const scored = allTopics
    .filter((topic) => topic.language === 'en')
    .map((topic) => ({
      topic,
      score: topic.words.reduce(
        (sum, word) => sum + (has(title, word) ? 4 : 0) + (has(rest, word) ? 1 : 0),
        0,
      ),
    }))
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  return best && best.score > 0 ? best.topic : topicOf('craft');
};

const askedLanguage = (text: string): string | null => {
  const name = /\b(?:write|answer|reply|comment|respond)\b[^.\n]{0,30}\bin (\p{L}+)/iu
    .exec(text)?.[1]
    ?.toLowerCase();
  return (name && languageNames[name]) || null;
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

/** Blocks headed `Video 12`, or objects with an id and a title; one block when there is only one video. */
const blocksOf = (text: string): { id: string; text: string }[] => {
  const heads = [...text.matchAll(/^[\s#*-]*video\s+#?(\d+)\b[*:.]*\s*$/gim)];
  const objects = heads.length > 0 ? [] : [...text.matchAll(/"?\bid"?\s*[:=]\s*"?([\w-]+)"?/gi)];
  const marks = heads.length > 0 ? heads : objects;
  if (marks.length === 0) return [{ id: '1', text }];
  return marks.map((mark, index) => ({
    id: mark[1] ?? String(index + 1),
    text: text.slice(mark.index, marks[index + 1]?.index),
  }));
};

const styleOf = (user: string, system: string): Style => {
  const stated = /\bstyle\b[^:\n]{0,30}:\s*([^\n]{1,60})/i;
  const said = stated.exec(user)?.[1] ?? stated.exec(system)?.[1] ?? user;
  if (/question|thought-provoking/i.test(said)) return 'questioning';
  return /supportive|encourag/i.test(said) ? 'supportive' : 'insightful';
};

const avoided = (text: string): string[] => {
  const found =
    /(?:words never to use|words to avoid|avoid(?:ed)? words?|never use)[^\n:]*[:\n]+\s*([^\n#]+)/i.exec(
      text,
    )?.[1];
  return (found ?? '')
    .split(/[,;]/)
    .map((word) => word.replace(/["'.]/g, '').trim().toLowerCase())
    .filter((word) => word.length > 1 && word.length < 40);
};

/** Reads a prompt the way a model would have to: by what is written in it, whoever wrote it. */
export const readPrompt = (messages: readonly Message[]): Reading => {
  const say = (wanted: (role: string) => boolean) =>
    messages
      .filter(({ role }) => wanted(role))
      .map(({ content }) => content)
      .join('\n\n');
  const user = say((role) => role === 'user');
  const system = say((role) => role !== 'user' && role !== 'assistant');
  const language = askedLanguage(user) ?? askedLanguage(system);
  const [first, ...others] = blocksOf(user).map((block) => readSubject(block.text, block.id, language));
  return {
    subjects: [first ?? readSubject(user, '1', language), ...others],
    style: styleOf(user, system),
    isCasual: /\b(casual|informal|relaxed|witty|playful|conversational)\b/i.test(system),
    avoid: avoided(`${system}\n${user}`),
  };
};
