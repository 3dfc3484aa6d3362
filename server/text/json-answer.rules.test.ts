import { describe, expect, it, vi } from 'vitest';
import { jsonAnswer } from './json-answer.rules.ts';

const wanted = { comment: 'Uses {braces} and "quotes"\\', rating: 80 };
const json = JSON.stringify(wanted);

describe('jsonAnswer', () => {
  it.each([
    ['alone', json],
    ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in a code fence with sentences around it', `Sure, here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    ['after thinking aloud', `<think>{"comment":"no"} hm</think>\n${json}`],
    ['after thinking whose beginning was left out', `so {maybe} this\n</think>\n${json}`],
    ['among words in braces', `Here is {the JSON} you asked for: ${json} I hope {it} helps.`],
    ['after an empty object', `You gave me {} and I give you ${json}`],
    ['after a brace that nothing closes', `A set is written { like this: ${json}`],
  ])('finds the object %s', (_, text) => {
    expect(jsonAnswer(text)).toEqual(wanted);
  });

  it.each([
    ['words', 'Sorry, I cannot do that.'],
    ['a cut-off object', '{"comment":"It was going to be'],
    ['a bare string', '"a comment"'],
    ['nothing', ''],
  ])('finds none in %s', (_, text) => {
    expect(jsonAnswer(text)).toBeUndefined();
  });

  it('does not search a wall of braces for ever', () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(jsonAnswer('{'.repeat(2_000))).toBeUndefined();
    expect(parse.mock.calls.length).toBeLessThanOrEqual(101);
    parse.mockRestore();
  });
});
