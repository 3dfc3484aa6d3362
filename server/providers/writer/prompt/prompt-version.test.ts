import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { commentStyles } from '#shared/contracts/enums.ts';
import { assessPrompt } from './assess-prompt.ts';
import { draftPrompt } from './draft-prompt.ts';
import { profilePlaces } from './profile.ts';
import { PROMPT_VERSION } from './version.ts';

/** The wording each version stands for. A new wording needs a new version and a new line here. */
const wordings: Record<string, string> = {
  '1': 'e7a7e636054eff03',
};

it('a change of wording is a new version', () => {
  const video = { title: 't', description: null, channelTitle: 'c', topics: ['x'], language: 'en' };
  const drafts = commentStyles.map((style) =>
    draftPrompt({ style, video, profile: null, corrections: ['k'] }),
  );
  const assessment = assessPrompt([{ id: 1, ...video }], []);
  const wording = JSON.stringify([drafts, assessment, profilePlaces]);
  expect(createHash('sha256').update(wording).digest('hex').slice(0, 16)).toBe(wordings[PROMPT_VERSION]);
});
