import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { commentStyles } from '#shared/contracts/enums.ts';
import { steers } from '#shared/contracts/grounding.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { noMaterial } from '../../../testing/prompt-material.ts';
import { assessPrompt } from './assess-prompt.ts';
import { draftPrompt } from './draft-prompt.ts';
import { rulesPrompt } from './rules-prompt.ts';
import { PROMPT_VERSION } from './version.ts';

/** Hash of each version's wording without the fields' headings, which the golden files hold. */
const wordings: Record<string, string> = {
  '6': 'ef40e150058483ef',
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
      material: noMaterial,
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
      material: noMaterial,
      thread,
    }),
  );
  const material = {
    chapters: [{ at: 0, title: 't' }],
    comments: [{ author: 'a', text: 't', likeCount: null }],
    transcript: 's',
    notes: 'n',
    point: 'p',
  };
  const others = [...steers, null].map((steer) =>
    draftPrompt({
      style: 'insightful',
      video: { ...video, topics: [] },
      profile: { name: 'n', ...forVoiceFields({ text: () => null, list: () => ['z'] }), preferredWords: 'w' },
      rules: ['Name one number of your own.'],
      examples: steer === 'shorter' ? [] : ['e!', 'f', 'g'],
      alternatives: 0,
      corrections: [],
      material: steer === 'ask_instead' ? noMaterial : material,
      steered: { text: 't', steer, instruction: 'i' },
    }),
  );
  const assessment = assessPrompt([{ id: 1, ...video }], []);
  const rules = rulesPrompt({ edits: [{ before: 'b', after: 'a' }], known: ['k'] });
  const wording = JSON.stringify([drafts, answers, others, assessment, rules]);
  expect(createHash('sha256').update(wording).digest('hex').slice(0, 16)).toBe(wordings[PROMPT_VERSION]);
});
