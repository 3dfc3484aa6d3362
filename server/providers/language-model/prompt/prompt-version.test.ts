import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { commentStyles } from '#shared/contracts/enums.ts';
import { assessPrompt } from './assess-prompt.ts';
import { draftPrompt } from './draft-prompt.ts';
import { profilePlaces } from './profile.ts';
import { rulesPrompt } from './rules-prompt.ts';
import { PROMPT_VERSION } from './version.ts';

/** The wording each version stands for. A new wording needs a new version and a new line here. */
const wordings: Record<string, string> = {
  '1': 'e7a7e636054eff03',
  '2': '962cfda645db1acb',
  '3': '6f110a0c22ab7b9b',
  '4': '4da5c922e8b63d5d',
};

it('a change of wording is a new version', () => {
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
  const assessment = assessPrompt([{ id: 1, ...video }], []);
  const rules = rulesPrompt({ edits: [{ before: 'b', after: 'a' }], known: ['k'] });
  const wording = JSON.stringify([drafts, assessment, rules, profilePlaces]);
  expect(createHash('sha256').update(wording).digest('hex').slice(0, 16)).toBe(wordings[PROMPT_VERSION]);
});
