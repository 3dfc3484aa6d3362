import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { commentStyles } from '#shared/contracts/enums.ts';
import { assessPrompt } from './assess-prompt.ts';
import { draftPrompt } from './draft-prompt.ts';
import { rulesPrompt } from './rules-prompt.ts';
import { PROMPT_VERSION } from './version.ts';

/** Hash of each version's wording without the fields' headings, which the golden files hold. */
const wordings: Record<string, string> = {
  '5': 'd325ce46030a701a',
};

it('asks for a new version when the wording changes', () => {
  const video = { title: 't', description: null, channelTitle: 'c', topics: ['x'], language: 'en' };
  const drafts = commentStyles.map((style) =>
    draftPrompt({
      style,
      video,
      profile: null,
      rules: ['r'],
      examples: ['e'],
      alternatives: 2,
      corrections: ['k'],
      begun: 'b',
    }),
  );
  const thread = {
    comment: 'm',
    earlier: [
      { authorName: 's', text: 'e' },
      { authorName: null, text: 'o' },
    ],
    reply: { authorName: 's', text: 'r' },
  };
  const answers = commentStyles.map((style) =>
    draftPrompt({
      style,
      video,
      profile: null,
      rules: [],
      examples: [],
      alternatives: 2,
      corrections: [],
      thread,
    }),
  );
  const assessment = assessPrompt([{ id: 1, ...video }], []);
  const rules = rulesPrompt({ edits: [{ before: 'b', after: 'a' }], known: ['k'] });
  const wording = JSON.stringify([drafts, answers, assessment, rules]);
  expect(createHash('sha256').update(wording).digest('hex').slice(0, 16)).toBe(wordings[PROMPT_VERSION]);
});
