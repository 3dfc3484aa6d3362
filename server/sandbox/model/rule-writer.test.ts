import { expect, it } from 'vitest';
import { writeRules } from './rule-writer.ts';

const schema = { type: 'object', properties: { rules: {} } };
const asked = (...edits: [draft: string, approved: string][]) => [
  { role: 'system', content: 'You compare drafts.' },
  {
    role: 'user',
    content: `Name the rules.\n\n⟦YOUTUBE DATA⟧\n${edits
      .map(([draft, approved], at) => `Edit ${at + 1}\nDraft: ${draft}\nApproved: ${approved}`)
      .join('\n\n')}\n⟦END OF YOUTUBE DATA⟧`,
  },
];

it.each<[string, string, string, string]>([
  ['exclamation marks', 'Nice point! It works.', 'Nice point. It works.', 'Use no exclamation marks.'],
  ['emoji', 'Probes lie 👋 often.', 'Probes lie often.', 'Use no emoji.'],
  [
    'thanks',
    'Thanks for this. Probes lie often enough here.',
    'This helped. Probes lie often enough here.',
    'Start with the concrete thing, not with thanks.',
  ],
  ['a last question', 'Probes lie. Do yours?', 'Probes lie. Ours do.', 'Do not end with a question.'],
  [
    'a question of their own',
    'Probes lie.\n\nOurs do.',
    'Probes lie.\n\nDo yours?',
    'End with a question to the author.',
  ],
  [
    'length',
    'Probes lie. They always did, and more often under load than one likes.',
    'Probes lie.',
    'Keep it short: leave out every sentence that is not needed.',
  ],
])('reads from two edits that somebody minds %s', (_, draft, approved, text) => {
  expect(writeRules(schema, asked([draft, approved], ['Same.', 'Same.'], [draft, approved]))).toEqual({
    rules: [{ text, edits: [1, 3] }],
  });
});

it('reads nothing from one edit, and answers nothing where no rules are asked for', () => {
  const one = asked(['Nice!', 'Nice.'], ['Same.', 'Same.']);
  expect(writeRules(schema, one)).toEqual({ rules: [] });
  expect(writeRules({ type: 'object', properties: { comment: {} } }, one)).toBeNull();
});
