import { expect, it } from 'vitest';
import { keepsRule } from './style-rule-checks.ts';

it.each([
  ['Use no exclamation marks.', 'Fine.', 'Fine!'],
  ['Ask no questions.', 'Fine.', 'Is it fine? Yes.'],
  ['Use no emoji.', 'Fine in 2 of 3 cases.', 'Fine 🎉'],
  ['Avoid hashtags', 'C# is fine.', 'Fine #go'],
  ['Do not end with a question.', 'Why? So.', 'So. Why?'],
  ['End with a question to the author.', 'So. Why?', 'Why? So.'],
  ['Write at most 4 words.', 'One two three four.', 'One two three four five.'],
  ['Keep it under 10 characters.', '123456789', '1234567890'],
  ['No more than 2 sentences.', 'One. Two.', 'One. Two. Three.'],
  ['Never use “leverage” or “touch base”.', 'We use leverages.', 'Let us touch base.'],
])('keepsRule tells whether a text keeps “%s” (rule 8.25)', (rule, kept, broken) => {
  expect([keepsRule(kept, rule), keepsRule(broken, rule)]).toEqual([true, false]);
});

it.each([
  'Start with the concrete thing, not with thanks.',
  'Leave room for doubt.',
  'Mostly ask no questions.',
  'Use an exclamation mark now and then.',
  'Keep sentences under 12 words.',
])('keepsRule returns null for “%s” (rule 8.25)', (rule) => {
  expect(keepsRule('Fine.', rule)).toBeNull();
});
