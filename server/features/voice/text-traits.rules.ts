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

export const hedges = wholeWords(
  `maybe|perhaps|probably|possibly|presumably|might|could be|may be|i think|i guess|i believe|i suspect|i suppose|
   i would say|i'd say|not sure|in my experience|seems|seem|seemed|sort of|kind of|usually|often|roughly|likely|somewhat|arguably|tend to|tends to|
   vielleicht|vermutlich|wahrscheinlich|wohl|eher|ich glaube|ich denke|ich vermute|scheint|könnte|könnten|meistens|oft|
   quizá|quizás|tal vez|probablemente|creo que|parece|suele|suelen|a veces|
   peut-être|probablement|sans doute|je pense|je crois|semble|souvent|plutôt|
   talvez|provavelmente|acho que|creio que|costuma`,
);

export const firstPerson = wholeWords(
  `i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|we'd|we'll|us|our|ours|
   ich|mir|mich|mein|meine|meinem|meinen|meiner|wir|uns|unser|unsere|unserem|unseren|unserer|
   yo|mí|nosotros|nuestro|nuestra|nuestros|nuestras|je|moi|mon|ma|mes|nous|notre|nos|eu|meu|minha|nós|nosso|nossa`,
);

export const secondPerson = wholeWords(
  `you|you're|you've|you'd|you'll|your|yours|du|dir|dich|dein|deine|deinem|deinen|deiner|euch|euer|eure|
   usted|ustedes|tú|tu|tus|vous|votre|vos|você|vocês|seu|sua`,
);

export const contractions =
  /(?<![\p{L}\p{N}_])\p{L}+(?:n['’]t|['’](?:m|ve|d|ll|re)|(?<=it|that|there|what|here|let|he|she)['’]s)(?![\p{L}\p{N}_])/giu;

export const openingKinds = ['thanks', 'greeting', 'praise', 'question', 'self', 'you', 'thing'] as const;
type OpeningKind = (typeof openingKinds)[number];

export const openingNames: Record<OpeningKind, string> = {
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

export const measuredTraits = [
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
export type MeasuredTrait = (typeof measuredTraits)[number];

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
