import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { commentSoFar, jsonAnswer, tidyComment, withoutControls } from './model-text.rules.ts';
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

  it('does not search a wall of braces for ever', () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(jsonAnswer('{'.repeat(2_000))).toBeUndefined();
    expect(parse.mock.calls.length).toBeLessThanOrEqual(101);
    parse.mockRestore();
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
