export type Style = 'insightful' | 'supportive' | 'questioning';

export interface Voice {
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

export const readVoice = (user: string, system: string): Voice => {
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
