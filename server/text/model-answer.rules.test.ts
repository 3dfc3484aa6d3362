import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSteps } from '../testing/steps.ts';
import { answerIn, commentSoFar, holdsThoughts } from './model-answer.rules.ts';
import { tidyComment, withoutControls } from './model-text.rules.ts';

const anyAnswer = {
  schema: { properties: { comment: {}, rating: {} } },
  read: (value: unknown) =>
    (value as { comment?: unknown }).comment === undefined ? null : value,
};

const answerOf = (text: string, thoughts = '') =>
  answerIn({ text, thoughts }, anyAnswer, { isCut: false, mayEndEarly: false });

const wanted = { comment: 'Uses {braces} and "quotes"\\', rating: 80 };
const json = JSON.stringify(wanted);

describe('answer of a model', () => {
  it.each([
    [
      'in a code fence with sentences around it',
      `Sure, here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nDone.`,
    ],
    [
      'after thinking whose beginning was left out',
      `so ${json.replace('Uses', 'Perhaps it uses')}\n</think>\n${json}`,
    ],
    [
      'among words in braces',
      `Here is {the JSON} you asked for: ${json} I hope {it} helps.`,
    ],
    ['after an empty object', `You gave me {} and I give you ${json}`],
    ['after a brace that nothing closes', `A set is written { like this: ${json}`],
  ])('has its object found %s', (_, text) => {
    expect(answerOf(text)).toEqual(wanted);
  });

  it('has its object found after 100,000 opening braces', () => {
    expect(answerOf(`${'{'.repeat(100_000)} ${json}`)).toEqual(wanted);
  });

  it.each([
    ['braces', '{'],
    ['objects that never end', '{"a":'],
    ['braces in quotes', '{"'],
    ['marks that end a thought', '</think>{}'],
    ['escapes', '{"\\'],
  ])('made of %s is read in time that grows linearly with its length', (_, link) => {
    const stepsOf = (length: number) => countSteps(() => answerOf(link.repeat(length)));
    expect(stepsOf(1000)).toBeLessThan(2.5 * stepsOf(500));
  });
});

describe('comment that mentions <think> or </think> (rule 8.19)', () => {
  const pieces = fc.constantFrom(
    '<think>',
    '</think>',
    '{',
    '}',
    '"',
    '\n',
    ' ',
    '\\',
    'tags',
    '```json',
  );
  const mentioning = fc
    .array(pieces, { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(''));
  const wrappings: [string, boolean, (json: string) => string][] = [
    ['alone', false, (json) => json],
    ['in a code fence', false, (json) => `\`\`\`json\n${json}\n\`\`\``],
    ['after a sentence', false, (json) => `Here it is: ${json} That is all.`],
    [
      'after thoughts',
      true,
      (json) => `<think>Perhaps {"comment": "no"}.</think>\n${json}`,
    ],
    [
      'after thoughts without an opening mark',
      true,
      (json) => `Perhaps {"comment": "no"}.\n</think>\n\n${json}`,
    ],
  ];

  it.each(wrappings)('is read whole %s', (_, hasThought, wrap) => {
    fc.assert(
      fc.property(mentioning, (comment) => {
        const answer = wrap(JSON.stringify({ comment, sources: [{ quote: comment }] }));
        expect(answerOf(answer)).toMatchObject({ comment });
        expect(holdsThoughts(answer)).toBe(hasThought);
      }),
    );
  });

  it('is not taken for a thought when its answer is cut off', () => {
    expect(holdsThoughts('{"comment":"Models write <think> and </think> so')).toBe(false);
  });

  it.each([false, true])(
    'is shown while it is written (model thinks: %s)',
    (mayThink) => {
      const comment = 'Write <think> before and </think> after {it}.';
      const answer = JSON.stringify({ comment });
      const shown = [...answer].map((_, end) =>
        commentSoFar(answer.slice(0, end + 1), mayThink),
      );
      expect(shown.at(-1)).toBe(comment);
      expect(shown).toEqual(shown.toSorted((a, b) => a.length - b.length));
    },
  );

  it('is not shown when it is part of a thought', () => {
    const thoughts = '<think>A <think> tag, </think> and {"comment": "SECRET"} in it';
    for (let end = 0; end <= thoughts.length; end += 1)
      expect(commentSoFar(thoughts.slice(0, end), true)).toBe('');
  });
});

describe('comment of an answer that is still being written', () => {
  it('only grows as the answer does, and in the end is the whole comment', () => {
    const texts = fc.array(
      fc.oneof(
        fc.constantFrom(
          '👋',
          '"',
          '\\',
          '\n',
          '\r\n',
          'é',
          '漢',
          ' ',
          'a',
          '/',
          '\u0000',
          '\\u0041',
        ),
        fc.string({ unit: 'binary' }),
      ),
    );
    fc.assert(
      fc.property(texts, fc.boolean(), (parts, isEscaped) => {
        const comment = parts.join('').toWellFormed();
        const json = JSON.stringify({ comment, rating: 80 });
        const answer = isEscaped
          ? json.replace(
              /[^\x20-\x7e]/g,
              (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
            )
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
    ['a thought that is not over', '<think>{"comment": "no", then ', ''],
    [
      'a thought that is over',
      '<think>{"comment": "no"}</think>{"comment":"Probes lie',
      'Probes lie',
    ],
    ['a member before it', '{"rating": 80, "comment": "Probes', 'Probes'],
    ['members after it', '{"comment":"Probes","sources":[{"sentence":"Nodes"', 'Probes'],
    ['no comment', '{"rating": 80', ''],
    ['a comment that is not a string', '{"comment": null, "x": "y"', ''],
    ['half an escape sequence', String.raw`{"comment":"A \u00e`, 'A '],
    [
      'an invalid escape sequence',
      String.raw`{"comment":"A \x41 b`,
      String.raw`A \x41 b`,
    ],
    ['a raw line break, which JSON does not allow', '{"comment":"A\nb', 'A\nb'],
    ['half a surrogate pair', String.raw`{"comment":"A \ud83d`, 'A '],
    ['a carriage return that a line feed may follow', String.raw`{"comment":"A\r`, 'A'],
    ['white space at the beginning', '{"comment":"  \\n A', 'A'],
  ])('is read from an answer with %s', (_, answer, expected) => {
    expect(commentSoFar(answer)).toBe(expected);
  });
});
