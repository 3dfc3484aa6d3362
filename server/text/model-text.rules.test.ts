import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSteps } from '../testing/steps.ts';
import {
  commentSoFar,
  holdsThoughts,
  jsonAnswer,
  tidyComment,
  tokensOf,
  withoutControls,
} from './model-text.rules.ts';
import { numbersIn } from './numbers.rules.ts';

const wanted = { comment: 'Uses {braces} and "quotes"\\', rating: 80 };
const json = JSON.stringify(wanted);

describe('jsonAnswer', () => {
  it.each([
    ['in a code fence with sentences around it', `Sure, here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    [
      'after thinking whose beginning was left out',
      `so ${json.replace('Uses', 'Perhaps it uses')}\n</think>\n${json}`,
    ],
    ['among words in braces', `Here is {the JSON} you asked for: ${json} I hope {it} helps.`],
    ['after an empty object', `You gave me {} and I give you ${json}`],
    ['after a brace that nothing closes', `A set is written { like this: ${json}`],
  ])('finds the object %s', (_, text) => {
    expect(jsonAnswer(text)).toEqual(wanted);
  });

  it('finds the object behind a wall of braces', () => {
    expect(jsonAnswer(`${'{'.repeat(100_000)} ${json}`)).toEqual(wanted);
  });

  it.each([
    ['braces', '{'],
    ['objects that never end', '{"a":'],
    ['braces in quotes', '{"'],
    ['marks of thoughts', '</think>{}'],
    ['escapes', '{"\\'],
  ])('reads a chain of %s in steps that grow with its length alone', (_, link) => {
    const stepsOf = (length: number) => countSteps(() => jsonAnswer(link.repeat(length)));
    expect(stepsOf(1000)).toBeLessThan(2.5 * stepsOf(500));
  });
});

describe('a comment that mentions the marks of thoughts (rule 8.19)', () => {
  const pieces = fc.constantFrom('<think>', '</think>', '{', '}', '"', '\n', ' ', '\\', 'tags', '```json');
  const mentioning = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  const wrappings: [string, boolean, (json: string) => string][] = [
    ['alone', false, (json) => json],
    ['in a code fence', false, (json) => `\`\`\`json\n${json}\n\`\`\``],
    ['after a sentence', false, (json) => `Here it is: ${json} That is all.`],
    ['after thoughts', true, (json) => `<think>Perhaps {"comment": "no"}.</think>\n${json}`],
    ['after thoughts without a begin', true, (json) => `Perhaps {"comment": "no"}.\n</think>\n\n${json}`],
  ];

  it.each(wrappings)('is read whole %s', (_, hasThought, wrap) => {
    fc.assert(
      fc.property(mentioning, (comment) => {
        const answer = wrap(JSON.stringify({ comment, sources: [{ quote: comment }] }));
        expect(jsonAnswer(answer)).toMatchObject({ comment });
        expect(holdsThoughts(answer)).toBe(hasThought);
      }),
    );
  });

  it('is no thought where its answer is cut off', () => {
    expect(holdsThoughts('{"comment":"Models write <think> and </think> so')).toBe(false);
  });

  it.each([false, true])('is shown as it is written (a model that thinks: %s)', (mayThink) => {
    const comment = 'Write <think> before and </think> after {it}.';
    const answer = JSON.stringify({ comment });
    const shown = [...answer].map((_, end) => commentSoFar(answer.slice(0, end + 1), mayThink));
    expect(shown.at(-1)).toBe(comment);
    expect(shown).toEqual(shown.toSorted((a, b) => a.length - b.length));
  });

  it('shows nothing of thoughts that mention them', () => {
    const thoughts = '<think>A <think> tag, </think> and {"comment": "SECRET"} in it';
    for (let end = 0; end <= thoughts.length; end += 1)
      expect(commentSoFar(thoughts.slice(0, end), true)).toBe('');
  });
});

describe('the comment of an answer that is still being written', () => {
  it('only grows, and is the whole comment in the end, wherever the answer is cut', () => {
    const texts = fc.array(
      fc.oneof(
        fc.constantFrom('👋', '"', '\\', '\n', '\r\n', 'é', '漢', ' ', 'a', '/', '\u0000', '\\u0041'),
        fc.string({ unit: 'binary' }),
      ),
    );
    fc.assert(
      fc.property(texts, fc.boolean(), (parts, isEscaped) => {
        const comment = parts.join('').toWellFormed();
        const json = JSON.stringify({ comment, rating: 80 });
        const answer = isEscaped
          ? json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : json;
        let before = '';
        for (let end = 0; end <= answer.length; end += 1) {
          const soFar = commentSoFar(answer.slice(0, end));
          expect(soFar.isWellFormed()).toBe(true);
          expect(soFar.startsWith(before)).toBe(true);
          before = soFar;
        }
        const isQuoted = /^\s*["“„]/.test(withoutControls(comment));
        if (!isQuoted) expect(before.trimEnd()).toBe(tidyComment(comment));
      }),
    );
  });

  it.each([
    ['prose before it', 'Sure! Here it is:\n```json\n{ "comment" : "Probes', 'Probes'],
    ['thinking that is not over', '<think>{"comment": "no", then ', ''],
    ['thinking that is', '<think>{"comment": "no"}</think>{"comment":"Probes lie', 'Probes lie'],
    ['a member before it', '{"rating": 80, "comment": "Probes', 'Probes'],
    ['what comes after it', '{"comment":"Probes","sources":[{"sentence":"Nodes"', 'Probes'],
    ['no comment', '{"rating": 80', ''],
    ['a comment that is no text', '{"comment": null, "x": "y"', ''],
    ['half an escape', String.raw`{"comment":"A \u00e`, 'A '],
    ['an escape that is none', String.raw`{"comment":"A \x41 b`, 'A '],
    ['a raw line end, which no JSON has', '{"comment":"A\nb', 'A'],
    ['half a pair', String.raw`{"comment":"A \ud83d`, 'A '],
    ['a line end that may go on', String.raw`{"comment":"A\r`, 'A'],
    ['blanks at the beginning', '{"comment":"  \\n A', 'A'],
  ])('reads through %s', (_, answer, expected) => {
    expect(commentSoFar(answer)).toBe(expected);
  });
});

const valuesIn = (text: string) => [...new Set(numbersIn(text).map(({ value }) => value))];

it.each<[string, number[]]>([
  ['1,500 users', [1500, 1.5]],
  ['ab 1.500 Euro', [1500, 1.5]],
  ['10k stars, 2M views and 3 million more', [10_000, 2_000_000, 3_000_000]],
  ['twenty-five of one hundred and twenty', [25, 120]],
  ['two hundred thousand', [200_000]],
  ['dreiundzwanzig von zweihundertfünfzig', [23, 250]],
  ['treinta y dos de cada cien', [32, 100]],
  ['the one thing on K8s', []],
])('reads the numbers of "%s"', (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});

it('reads a version as a text without a value', () => {
  expect(numbersIn('since v1.31.2')).toEqual([{ text: '1.31.2', at: 7, value: Number.NaN }]);
});

describe('tokens (rule 8.18)', () => {
  /** Counted by the tokenizers of gpt (o200k) and llama 3, of which the larger is given. */
  it.each([
    ['times of a transcript', '0:05 - Part one\n12:34 - Part two\n1:02:03 - The end\n', 23],
    ['figures', '192.168.1.1 on 2026-11-28 at 10:00:00', 22],
    ['Hindi', 'जब डेटाबेस उपलब्ध नहीं होता तब तत्परता जाँच विफल हो जाती है।', 30],
    ['Russian', 'Проверки готовности обращаются к базе данных.', 12],
    ['emoji', '🔥🚀👋🏽✨', 14],
    ['English', 'so what we did is we went and took the cluster down and then looked at the logs', 18],
  ])('are estimated as no fewer than there are, but for a tenth: %s', (_, text, counted) => {
    expect(tokensOf(text)).toBeGreaterThanOrEqual(0.9 * counted);
  });
});
