import { wordsOf } from './words.rules.ts';

const stopWords = new Set(
  'about after also because been before being could does doing done each even every from have here into just like made make many more most much only other over really should some such than that their them then there these they thing things this those through video very want well were what when where which while will with without would your'.split(
    ' ',
  ),
);

const isContentWord = (word: string) =>
  !stopWords.has(word) && (word.length >= 4 || /\p{sc=Han}/u.test(word));

export const contentWords = (text: string): Set<string> => new Set(wordsOf(text).filter(isContentWord));
