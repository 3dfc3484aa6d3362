import type { StyleProfile, Trait } from '#shared/contracts/voice.ts';
import { segmentsOf } from '../../text/words.rules.ts';

const alternatives = (words: string) =>
  words
    .split('|')
    .map((word) => word.trim().replaceAll(' ', '\\s+').replaceAll("'", "['’]"))
    .join('|');
const wholeWords = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives(words)})(?![\\p{L}\\p{N}_])`, 'giu');
const atStart = (words: string) =>
  new RegExp(`^[^\\p{L}\\p{N}]*(?:${alternatives(words)})(?![\\p{L}\\p{N}_])`, 'iu');

const hedges = wholeWords(
  `maybe|perhaps|probably|possibly|presumably|might|could be|may be|i think|i guess|i believe|i suspect|i suppose|
   i would say|i'd say|not sure|in my experience|seems|seem|seemed|sort of|kind of|usually|often|roughly|likely|somewhat|arguably|tend to|tends to|
   vielleicht|vermutlich|wahrscheinlich|wohl|eher|ich glaube|ich denke|ich vermute|scheint|könnte|könnten|meistens|oft|
   quizá|quizás|tal vez|probablemente|creo que|parece|suele|suelen|a veces|
   peut-être|probablement|sans doute|je pense|je crois|semble|souvent|plutôt|
   talvez|provavelmente|acho que|creio que|costuma`,
);

const firstPerson = wholeWords(
  `i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|we'd|we'll|us|our|ours|
   ich|mir|mich|mein|meine|meinem|meinen|meiner|wir|uns|unser|unsere|unserem|unseren|unserer|
   yo|mí|nosotros|nuestro|nuestra|nuestros|nuestras|je|moi|mon|ma|mes|nous|notre|nos|eu|meu|minha|nós|nosso|nossa`,
);

const secondPerson = wholeWords(
  `you|you're|you've|you'd|you'll|your|yours|du|dir|dich|dein|deine|deinem|deinen|deiner|euch|euer|eure|
   usted|ustedes|tú|tu|tus|vous|votre|vos|você|vocês|seu|sua`,
);

const contractions =
  /(?<![\p{L}\p{N}_])\p{L}+(?:n['’]t|['’](?:m|ve|d|ll|re)|(?<=it|that|there|what|here|let|he|she)['’]s)(?![\p{L}\p{N}_])/giu;

const openingKinds = ['thanks', 'greeting', 'praise', 'question', 'self', 'you', 'thing'] as const;
type OpeningKind = (typeof openingKinds)[number];

const openingNames: Record<OpeningKind, string> = {
  thanks: 'with thanks',
  greeting: 'with a greeting',
  praise: 'with praise',
  question: 'with a question',
  self: 'with “I” or “we”',
  you: 'with “you”',
  thing: 'with the thing itself',
};

const openings: [OpeningKind, RegExp][] = [
  [
    'thanks',
    atStart('thanks|thank you|thx|many thanks|danke|vielen dank|gracias|merci|obrigado|obrigada|grazie'),
  ],
  ['greeting', atStart('hi|hello|hey|dear|hallo|moin|servus|hola|buenas|bonjour|salut|olá|oi|ciao')],
  [
    'praise',
    atStart(
      `great|nice|awesome|amazing|excellent|fantastic|brilliant|love|loved|wonderful|superb|incredible|cool|wow|well done|good job|
       super|toll|tolle|tolles|klasse|großartig|genial|excelente|increíble|bravo|magnifique|ótimo|incrível`,
    ),
  ],
  [
    'self',
    atStart("i|i'm|i've|i'd|we|we've|we're|my|our|ich|wir|mein|meine|unser|unsere|yo|je|j'ai|nous|eu"),
  ],
  ['you', atStart("you|you're|you've|your|du|dein|deine|tu|usted|vous|votre|você")],
];

function openingOf(first: string): OpeningKind {
  const told = openings.find(([, pattern]) => pattern.test(first));
  if (told) return told[0];
  return /[?？؟]["”»)\s]*$/.test(first) ? 'question' : 'thing';
}

const measuredTraits = [
  'sentence_length',
  'comment_length',
  'exclamations',
  'questions',
  'dashes',
  'contractions',
  'emoji',
  'first_person',
  'second_person',
  'hedging',
] as const;
type MeasuredTrait = (typeof measuredTraits)[number];

export interface TextTraits {
  text: string;
  sentences: readonly string[];
  words: readonly string[];
  opening: OpeningKind;
  numbers: Record<MeasuredTrait, number>;
}

export function textTraits(text: string): TextTraits | null {
  const spoken = segmentsOf(text.normalize('NFC'), 'sentence')
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const said = segmentsOf(text, 'word')
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
  const [first] = spoken;
  if (first === undefined || said.length === 0) return null;
  const perSentence = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / spoken.length;
  const share = (pattern: RegExp) =>
    spoken.filter((sentence) => sentence.search(pattern) !== -1).length / spoken.length;
  return {
    text,
    sentences: spoken,
    words: said,
    opening: openingOf(first),
    numbers: {
      sentence_length: said.length / spoken.length,
      comment_length: text.length,
      exclamations: perSentence(/[!！]/g),
      questions: perSentence(/[?？؟]/g),
      dashes: perSentence(/[–—]|\s-{1,2}\s/g),
      contractions: perSentence(contractions),
      emoji: text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0,
      first_person: share(firstPerson),
      second_person: share(secondPerson),
      hedging: share(hedges),
    },
  };
}

const mostWords = 20;
const shortest = 4;

const stopWords = new Set(
  `about above after again against all also although always among another because been before being below
   between both but came cannot come could does doing done down during each either else even ever every from
   gave give goes going gone good great have having here however into isn't it's itself just know least less
   like little look made make many maybe might more most much must need never next none nothing only other ours
   over part people point quite rather really same seen several should show since some something still such sure
   take than thank thanks that that's their them then there these they thing things think this those though
   through time tutorial under until upon used very video videos want watch well went were what when where whether which while
   whom whose will with within without work would yours your
   aber alle allem allen aller alles auch bei beim bin bist damit dann dass dein deine dem den denn der des dich
   die dies diese diesem diesen dieser dieses doch dort durch eine einem einen einer eines etwas euch gibt habe
   haben hast hatte hier ich ihr immer ist jede jeder kann kein keine machen macht mehr mein meine mich mir mit
   nach nicht nichts noch nur oder ohne schon sehr seine sich sind über und uns unter viel vom von vor war waren
   warum was wenn wer werden wie wieder wir wird zum zur
   algo como con cuando del desde donde ella ellos entre era eran eres esa ese eso esta está están este esto estos
   gracias hace hacer hasta hay las los más mucho muy nada nos otra otro para pero porque puede que quien ser siempre
   sin sobre son también tan tiene tienen todo todos una uno unos vídeo
   alors aussi avec avoir bien cela ces cette comme dans des donc elle elles encore est être fait faire ils
   leur leurs mais même merci moins notre nous parce pas peut plus pour quand que qui sans ses son sont sur très
   tous tout toute une vidéo votre vous
   ainda algum aqui assim cada com das depois dos ela ele eles essa esse está estão isso isto mais mas mesmo muito
   não nos obrigado pela pelo por porque quando quem são sem ser seu sua também tem tudo uma você`.split(
    /\s+/,
  ),
);

function vocabularyOf(texts: readonly Pick<TextTraits, 'words'>[]): StyleProfile['vocabulary'] {
  const counts = new Map<string, number>();
  for (const { words } of texts) {
    for (const word of new Set(words)) {
      if (word.length >= shortest && !stopWords.has(word.replace('’', "'")) && /\p{L}/u.test(word))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const least = Math.max(2, Math.ceil(texts.length / 100));
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, mostWords)
    .map(([word, count]) => ({ word, texts: count }));
}

const fewestTexts = 8;
const longestQuote = 200;

export function styleProfileOf(texts: readonly TextTraits[]): StyleProfile {
  const vocabulary = vocabularyOf(texts);
  const traits = () => [...measured(texts), opening(texts), words(texts, vocabulary)];
  return {
    texts: texts.length,
    words: texts.reduce((sum, { words }) => sum + words.length, 0),
    hasEnoughTexts: texts.length >= fewestTexts,
    traits: texts.length === 0 ? [] : traits(),
    vocabulary,
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const percent = (share: number) => Math.round(share * 100);

interface Wording {
  label: string;
  unit: string;
  shown(mean: number): number;
  detail(shown: number): string;
  quoted?: RegExp;
}

const per100 = (mean: number) => tenth(mean * 100);
const rate = (label: string, what: string, quoted: RegExp): Wording => ({
  label,
  unit: `${what} per 100 sentences`,
  shown: per100,
  detail: (shown) => (shown === 0 ? `No ${what} at all.` : `${shown} ${what} in 100 sentences.`),
  quoted,
});
const share = (label: string, what: string, quoted: RegExp): Wording => ({
  label,
  unit: `% of sentences ${what}`,
  shown: percent,
  detail: (shown) => `${shown}% of the sentences ${what}.`,
  quoted,
});

const wordings: Record<MeasuredTrait, Wording> = {
  sentence_length: {
    label: 'Sentence length',
    unit: 'words in a sentence',
    shown: tenth,
    detail: (shown) => `A sentence has ${shown} words on average.`,
  },
  comment_length: {
    label: 'Comment length',
    unit: 'characters in a comment',
    shown: Math.round,
    detail: (shown) => `A comment has ${shown} characters on average.`,
  },
  exclamations: rate('Exclamation marks', 'exclamation marks', /[!！]/),
  questions: rate('Questions', 'question marks', /[?？؟]/),
  dashes: rate('Dashes', 'dashes', /[–—]|\s-{1,2}\s/),
  contractions: rate('Contractions', 'contractions', contractions),
  emoji: {
    label: 'Emoji',
    unit: 'emoji in 100 comments',
    shown: per100,
    detail: (shown) => (shown === 0 ? 'No emoji at all.' : `${shown} emoji in 100 comments.`),
    quoted: /\p{Extended_Pictographic}/u,
  },
  first_person: share('First person', 'say “I” or “we”', firstPerson),
  second_person: share('Second person', 'speak to “you”', secondPerson),
  hedging: share('Hedging', 'leave room for doubt', hedges),
};

function measured(texts: readonly TextTraits[]): Trait[] {
  return measuredTraits.map((name) => {
    const { label, unit, shown, detail, quoted } = wordings[name];
    const value = shown(pooled(texts, name));
    const quote = quoted ? sentenceWith(texts, quoted) : typicalOf(texts, name);
    return { name, label, value, unit, detail: detail(value), quote };
  });
}

/** Over all sentences or comments together, so that "in 100 sentences" is exact. */
function pooled(texts: readonly TextTraits[], name: MeasuredTrait): number {
  const weight = ({ sentences }: TextTraits) =>
    name === 'comment_length' || name === 'emoji' ? 1 : sentences.length;
  const all = texts.reduce((sum, text) => sum + weight(text), 0);
  return texts.reduce((sum, text) => sum + text.numbers[name] * weight(text), 0) / all;
}

function sentenceWith(texts: readonly TextTraits[], pattern: RegExp): string | null {
  for (const { sentences } of texts) {
    const found = sentences.find((sentence) => sentence.search(pattern) !== -1);
    if (found) return shortened(found);
  }
  return null;
}

function typicalOf(texts: readonly TextTraits[], name: MeasuredTrait): string | null {
  const mean = texts.reduce((sum, { numbers }) => sum + numbers[name], 0) / texts.length;
  const distance = ({ numbers }: TextTraits) => Math.abs(numbers[name] - mean);
  const [nearest] = texts.toSorted((a, b) => distance(a) - distance(b));
  if (!nearest) return null;
  return shortened(name === 'sentence_length' ? (nearest.sentences[0] ?? nearest.text) : nearest.text);
}

function opening(texts: readonly TextTraits[]): Trait {
  const having = (kind: TextTraits['opening']) => texts.filter((text) => text.opening === kind);
  const [usual = 'thing'] = openingKinds.toSorted((a, b) => having(b).length - having(a).length);
  const value = percent(having(usual).length / texts.length);
  const example = having(usual)[0]?.sentences[0];
  return {
    name: 'openings',
    label: 'Openings',
    value,
    unit: `% of comments open ${openingNames[usual]}`,
    detail: `${value}% of the comments open ${openingNames[usual]}.`,
    quote: example === undefined ? null : shortened(example),
  };
}

function words(texts: readonly TextTraits[], vocabulary: StyleProfile['vocabulary']): Trait {
  const all = texts.flatMap((text) => text.words);
  const value = percent(new Set(all).size / Math.max(1, all.length));
  const [favourite] = vocabulary;
  const found = favourite && texts.find((text) => text.words.includes(favourite.word));
  const quote = found?.sentences.find((sentence) => sentence.toLowerCase().includes(favourite?.word ?? ''));
  return {
    name: 'vocabulary',
    label: 'Vocabulary',
    value,
    unit: '% of the words are different ones',
    detail: favourite
      ? `Comes back to: ${vocabulary
          .slice(0, 5)
          .map(({ word }) => word)
          .join(', ')}.`
      : 'No word comes back often.',
    quote: quote === undefined ? null : shortened(quote),
  };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longestQuote) return line;
  return `${line
    .slice(0, longestQuote)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}
