import { allTopics, type Topic, topicOf } from './catalogue.ts';

export interface Change {
  text: string;
  steer: string | null;
  isWished: boolean;
}

/** What a prompt gives besides the video itself, as it stands there. */
interface Given {
  chapters: readonly string[];
  comments: readonly string[];
  transcript: readonly string[];
  notes: readonly string[];
  /** The person's own comments. */
  written: readonly string[];
  point: string | null;
  change: Change | null;
}

const part =
  /^(Chapters|Top comments|Transcript|Notes|What this person wants|What this person has written)\b[^\n]*:\n⟦[^⟧\n]*⟧\n([\s\S]*?)\n⟦[^⟧\n]*⟧$/gm;
const change =
  /^Write another version of this comment\.[^\n]*\nPresent version: (".*")(?:\nChange: ([^\n.]*)[^\n]*)?(\nTheir own wish[^\n]*)?$/m;

const lines = (text = '') => text.split('\n').filter((line) => line.trim() !== '');

/** Returns what is given, and the prompt without it: nothing in it is an instruction. */
const readGiven = (user: string): { given: Given; rest: string } => {
  const parts = new Map([...user.matchAll(part)].map(([, name = '', text = '']) => [name, text]));
  const changed = change.exec(user);
  return {
    given: {
      chapters: lines(parts.get('Chapters')).map((line) => line.replace(/^[\d:]+ /, '')),
      comments: lines(parts.get('Top comments')).map((line) => line.replace(/^[^:]*: /, '')),
      transcript: (parts.get('Transcript') ?? '').split(/\[[\d:…]+\]|\n/),
      notes: lines(parts.get('Notes')),
      written: lines(parts.get('What this person has written')),
      point: parts.get('What this person wants')?.trim() || null,
      change: changed && {
        text: JSON.parse(changed[1] ?? '""') as string,
        steer: changed[2] ?? null,
        isWished: changed[3] !== undefined,
      },
    },
    rest: user.replace(part, '').replace(change, ''),
  };
};

const names: Record<string, string> = {
  english: 'en',
  german: 'de',
  deutsch: 'de',
  spanish: 'es',
  español: 'es',
  japanese: 'ja',
};

/** Reads "write in European Spanish"; null for a language the model does not write. */
const askedLanguage = (text: string): string | null => {
  const asked = text.matchAll(
    /\b(?:write|answer|reply|comment|respond)\b[^.\n]{0,30}\bin ([^.,;\n]{2,40})/giu,
  );
  for (const [, words = ''] of asked) {
    const found = words
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.find((word) => Object.hasOwn(names, word));
    if (found) return names[found] ?? null;
  }
  return null;
};

const common: Record<string, readonly string[]> = {
  de: ['und', 'der', 'die', 'das', 'für', 'mit', 'ein', 'wir', 'nicht', 'wie'],
  es: ['el', 'los', 'las', 'con', 'para', 'una', 'que', 'cómo', 'del', 'por'],
};

/** By script and common words; English if in doubt. */
const detectLanguage = (text: string): string => {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  const words = ` ${text.toLowerCase()} `;
  const [best] = Object.entries(common)
    .map(([tag, list]) => ({ tag, count: list.filter((word) => words.includes(` ${word} `)).length }))
    .sort((a, b) => b.count - a.count);
  return best && best.count >= 2 ? best.tag : 'en';
};

export type Style = 'insightful' | 'supportive' | 'questioning';

interface Voice {
  style: Style;
  isCasual: boolean;
  avoid: readonly string[];
  prefer: readonly string[];
  earlier: readonly string[];
  isModest: boolean;
  /** Whether a rule asks for what only the person can tell. */
  wantsGap: boolean;
  knowsTitleOnly: boolean;
  /** Whether it may say that there is nothing to add. */
  mayAddNothing: boolean;
}

const styleOf = (user: string, system: string): Style => {
  const stated = /\bstyle\b[^:\n]{0,30}:\s*([^\n]{1,60})/i;
  const said = stated.exec(user)?.[1] ?? stated.exec(system)?.[1] ?? user;
  if (/question|thought-provoking/i.test(said)) return 'questioning';
  return /supportive|encourag/i.test(said) ? 'supportive' : 'insightful';
};

const LONGEST_ENTRY = 60;

const listed = (text: string, heading: string): string[] =>
  [
    ...text.matchAll(
      new RegExp(`^#+ (?:${heading})[^\\n]*\\n\\s*([^#]*?)(?=\\n\\s*\\n|\\n#|#|(?![^]))`, 'gim'),
    ),
  ]
    .flatMap(([, entries = '']) => entries.split(/[,;\n、،]+/))
    .map((entry) => entry.replace(/^[\s\-*•"'“”„‘’«»]+|[\s"'“”„‘’«».]+$/g, '').toLowerCase())
    .filter((entry) => entry.length > 1 && entry.length <= LONGEST_ENTRY);

const quotes = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([whole]) =>
    [...whole.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote),
  );

/** Drafts that are there already, as JSON strings in a list. */
const others = (user: string): string[] => {
  const list = /^These drafts are there already\.[^\n]*\n((?:- ".*"(?:\n|$))+)/m.exec(user)?.[1] ?? '';
  return list
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => JSON.parse(line.slice(2)) as string);
};

const readVoice = (user: string, system: string): Voice => {
  const said = `${system}\n\n${user}`;
  const examples = /examples of this voice[^\n]*\n([\s\S]*?)(?=\n#|$)/i.exec(system)?.[1] ?? '';
  const isCasual =
    /\b(casual|informal|relaxed|witty|playful|conversational)\b/i.test(system) ||
    /\b(I|we|it|don|can|isn)['’](d|ve|m|re|s|t|ll)\b/i.test(examples);
  const unwanted = listed(said, 'words never to use|words to avoid|avoid(?:ed)? words?|never use');
  return {
    style: styleOf(user, system),
    isCasual,
    avoid: [...unwanted, ...quotes(user, /\bused “.*never/gi).map((word) => word.toLowerCase())],
    prefer: listed(system, 'words to prefer|preferred words?'),
    earlier: [...quotes(user, /earlier comment: “[^”]*”/gi), ...others(user)],
    isModest: /\bleave a gap\b/i.test(user),
    wantsGap: /^- .*\b(?:number|figure) of (?:your|their) own\b/im.test(system),
    knowsTitleOnly: /^- Nothing is given of the video but its title\b/m.test(user),
    mayAddNothing: /^- If the material gives nothing\b/m.test(user),
  };
};

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

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

export const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '');

/** A quotation that opens it begins with a capital letter too: else it would read on from the sentence before. */
export const asSentence = (text: string) =>
  text.replace(/^([“„«「]?)(\p{L})/u, (_, mark: string, letter: string) => mark + letter.toUpperCase());

export const filled = (template: string, slots: Record<string, string>): string =>
  asSentence(
    template.replace(
      /\{(\w)\}/g,
      (_, slot: string) => slots[slot] ?? asSentence(slots[slot.toLowerCase()] ?? ''),
    ),
  );

export const ended = (text: string, language: string): string => {
  if (/[.!?。！？]$/.test(text)) return asSentence(text);
  return `${asSentence(text)}${language === 'ja' ? '。' : '.'}`;
};

export const joined = (sentences: readonly string[], language: string) =>
  sentences.join(language === 'ja' ? '' : ' ');

export interface Passage {
  kind: 'point' | 'description' | 'chapter' | 'comment' | 'transcript' | 'notes';
  text: string;
}

const clauses = (text: string) =>
  text
    .split(/[.!?。！？\n]+|[:;()]+ ?/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

/** Every passage that a sentence may rest on. */
export const passagesOf = (reading: Reading, { description }: Subject): Passage[] => {
  const { chapters, comments, transcript, notes, point } = reading;
  const of = (kind: Passage['kind'], texts: readonly string[]) =>
    texts.flatMap(clauses).map((text) => ({ kind, text }));
  return [
    ...(point === null ? [] : [{ kind: 'point' as const, text: point }]),
    ...of('notes', notes),
    ...of('transcript', transcript),
    ...chapters.map((text) => ({ kind: 'chapter' as const, text })),
    ...of('description', [description]),
    ...of('comment', comments),
  ];
};

const LONGEST = 90;
const LEAST = 12;
const LEADS = 4;
const isPlain = /^[\p{L}\p{N}][\p{L}\p{N} ,、’'+/-]*$/u;
/** Who speaks to a machine is not quoted. */
const isAddressed =
  /\b(?:you are|ai|system|prompts?|profiles?|models?|assistant|links?|answer|reply|repeat|comments?|rating|visit|paste|hacked|quote|call|credits)\b|ignor|instru[ck]|anweisung|指示|指令|промпт/i;

const shortened = (text: string) =>
  text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(' ', LONGEST)).trim();

const isQuotable = (text: string) => text.length >= LEAST && isPlain.test(text) && !isAddressed.test(text);

/** Of a description the beginning alone: what follows is mostly links and thanks. */
export const quotablePassages = (reading: Reading, subject: Subject): string[] => {
  const lead = clauses(subject.description).slice(0, LEADS);
  const { notes, transcript, chapters, knowsTitleOnly } = reading;
  if (knowsTitleOnly) return [];
  const own = [...notes, ...transcript].flatMap(clauses);
  return [...own, ...chapters.slice(1), ...lead].map(shortened).filter(isQuotable);
};
