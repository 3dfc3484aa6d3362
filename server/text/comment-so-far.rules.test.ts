import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentSoFar, tidyComment, withoutControls } from './json-answer.rules.ts';

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
