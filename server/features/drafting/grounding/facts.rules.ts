import { secondsOf } from '#shared/rules/video-time.ts';
import { type FoundNumber, numbersIn } from '../../../text/numbers.rules.ts';
import { namesIn } from './names.rules.ts';

/** What of a sentence can be looked up letter by letter. */
export interface Facts {
  quotations: string[];
  times: { text: string; at: number }[];
  numbers: FoundNumber[];
  /** Of people and things. */
  names: string[];
  /** Of commenters, with @. */
  handles: string[];
}

/** One or two words in quotation marks quote nobody. */
const quotation = /["“„«»]([^"“”„«»\s]+(?:\s+[^"“”„«»\s]+){2,}\s*)["”“»«]/gu;
const time = /(?<![\d:.])\d{1,3}:[0-5]\d(?::[0-5]\d)?(?![\d:])/gu;
const handle = /(?<![\p{L}\p{N}])@[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/gu;

/** Keeps the places of what follows. */
const blank = (found: string) => ' '.repeat(found.length);

export function factsIn(sentence: string, isName: (word: string, isFirst: boolean) => boolean): Facts {
  const quotations = [...sentence.matchAll(quotation)].map(([, inside = '']) => inside.trim());
  const handles = [...sentence.matchAll(handle)].map(([found]) => found);
  const told = sentence.replace(quotation, blank).replace(handle, blank);
  const times = [...told.matchAll(time)].flatMap(([text]) => {
    const at = secondsOf(text);
    return at === null ? [] : [{ text, at }];
  });
  const rest = told.replace(time, blank);
  return { quotations, times, numbers: numbersIn(rest), names: namesIn(rest, isName), handles };
}
