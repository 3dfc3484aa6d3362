type Check = (text: string) => boolean;

const letters = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
const wordsIn = (text: string): string[] =>
  letters(text).match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? [];
const sentencesIn = (text: string): string[] =>
  (text.match(/[^.!?…。！？]+[.!?…。！？]*/gu) ?? []).filter((sentence) =>
    /\p{L}/u.test(sentence),
  );

const isQuestion = (sentence: string): boolean => /[?？؟]\s*$/u.test(sentence.trim());
const signs: [name: RegExp, sign: RegExp][] = [
  [/exclamation (?:marks?|points?)/, /[!！]/u],
  [/emojis?|emoticons?/, /\p{Extended_Pictographic}/u],
  [/questions?(?: marks?)?/, /[?？؟]/u],
  [/hash ?tags?/, /(?:^|\s)#\p{L}/u],
  [/(?:em )?dash(?:es)?/, /[–—]/u],
  [/semicolons?/, /;/u],
  [/links?|web addresses/, /https?:|www\./u],
];

const banning = "(?:no|avoid|without|(?:never|do not|don't) (?:use|write|say|ask|add))";
const most =
  '(?:at most|no more than|not more than|up to|fewer than|less than|under|below)';
const units: Record<string, (text: string) => number> = {
  word: (text) => wordsIn(text).length,
  character: (text) => [...text].length,
  sentence: (text) => sentencesIn(text).length,
};

/** Recognises rules such as “Use no exclamation marks.” and “Avoid emoji.” */
function signCheck(rule: string): Check | null {
  for (const [name, sign] of signs) {
    const bans = new RegExp(
      `^(?:use |write |ask )?${banning} (?:any )?(?:${name.source})\\.?$`,
    );
    if (bans.test(rule)) return (text) => !sign.test(text);
  }
  return null;
}

/**
 * Recognises rules such as “Do not end with a question.” and “End with a question to the
 * author.”
 */
function endCheck(rule: string): Check | null {
  const found = /^(?:(never|do not|don't) )?end with (?:a|one) question\b/.exec(rule);
  if (!found) return null;
  const isBanned = found[1] !== undefined;
  return (text) => isQuestion(text) !== isBanned;
}

/**
 * Recognises rules such as “At most 60 words.” and “Keep it under 400 characters.”, but
 * not a length for each sentence.
 */
function lengthCheck(rule: string): Check | null {
  const found = new RegExp(
    `^(?:(?:write|use|stay|keep (?:it|comments)) )?${most} (\\d+) (word|character|sentence)s?\\.?$`,
  ).exec(rule);
  const count = units[found?.[2] ?? ''];
  if (!found || !count) return null;
  const limit = Number(found[1]);
  const isExclusive = /fewer than|less than|under|below/.test(rule);
  return (text) => (isExclusive ? count(text) < limit : count(text) <= limit);
}

/** Recognises rules such as “Never use “leverage” or “synergy”.” */
function wordCheck(rule: string): Check | null {
  if (!new RegExp(`^${banning} (?:the )?(?:words? |phrases? )?["“]`).test(rule))
    return null;
  const banned = [...rule.matchAll(/["“]([^"“”]+)["”]/gu)].map(([, words = '']) =>
    wordsIn(words).join(' '),
  );
  return (text) =>
    !banned.some((words) => ` ${wordsIn(text).join(' ')} `.includes(` ${words} `));
}

/**
 * Returns whether the text keeps to a style rule, or null if the rule cannot be checked
 * by counting or searching.
 */
export function keepsRule(text: string, rule: string): boolean | null {
  const words = letters(rule).replace(/\s+/g, ' ').trim();
  const check =
    signCheck(words) ?? endCheck(words) ?? lengthCheck(words) ?? wordCheck(words);
  return check ? check(text) : null;
}
