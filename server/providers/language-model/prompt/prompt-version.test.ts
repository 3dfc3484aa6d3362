import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { commentStyles } from '#shared/contracts/enums.ts';
import { steers } from '#shared/contracts/grounding.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { assessPrompt } from '../../../features/discovery/assessment.rules.ts';
import { rulesPrompt } from '../../../features/voice/style-rules/rules-question.rules.ts';
import { noMaterial } from '../../../testing/prompt-material.ts';
import { readerPrompt } from './reader-prompt.ts';
import { PROMPT_VERSION } from './version.ts';
import { writerPrompt } from './writer-prompt.ts';

/** Hash of each version's wording without the fields' headings, which the golden files hold. */
const wordings: Record<string, string> = {
  '8': 'd045c2d4638f39f0',
};

it('asks for a new version when the wording changes', () => {
  const video = { title: 't', description: null, channelTitle: 'c', topics: ['x'], language: 'en' };
  const drafts = commentStyles.map((style) =>
    writerPrompt({
      style,
      video,
      profile: null,
      rules: ['r'],
      examples: ['e'],
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
    writerPrompt({
      style,
      video,
      profile: null,
      rules: [],
      examples: [],
      corrections: [],
      material: noMaterial,
      thread,
    }),
  );
  const material = {
    chapters: [{ at: 0, title: 't' }],
    comments: [{ author: 'a', text: 't', likeCount: null }],
    transcript: () => 's',
    notes: 'n',
    point: 'p',
    ownComments: [{ text: 't', at: new Date(0), videoTitle: 'v' }],
  };
  const others = [...steers, null].map((steer) =>
    writerPrompt({
      style: 'insightful',
      video: { ...video, topics: [] },
      profile: { name: 'n', ...forVoiceFields({ text: () => null, list: () => ['z'] }), preferredWords: 'w' },
      rules: ['Name one number of your own.'],
      examples: steer === 'shorter' ? [] : ['e!', 'f', 'g'],
      corrections: [],
      material: steer === 'ask_instead' ? noMaterial : material,
      steered: { text: 't', steer, instruction: 'i' },
      others: steer === null ? ['o'] : [],
    }),
  );
  const assessment = assessPrompt([{ id: 1, ...video }], []);
  const reading = readerPrompt({ video, profile: null, material, comment: 'c', ownTexts: ['o'] });
  const rules = rulesPrompt({ edits: [{ before: 'b', after: 'a' }], known: ['k'] });
  const wording = JSON.stringify([drafts, answers, others, reading, assessment, rules]);
  expect(createHash('sha256').update(wording).digest('hex').slice(0, 16)).toBe(wordings[PROMPT_VERSION]);
});
