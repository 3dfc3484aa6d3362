import { describe, expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { readerAnswer, writerAnswer } from '../../providers/language-model/draft-answers.ts';
import type { DraftRequest, Prompt, PromptProfile } from '../../providers/language-model/language-model.ts';
import { readerPrompt } from '../../providers/language-model/prompt/reader-prompt.ts';
import { writerPrompt } from '../../providers/language-model/prompt/writer-prompt.ts';
import { answerQuestion, type Schema } from '../../sandbox/model-answer.ts';
import { injections, materialInjections } from '../../testing/injections.ts';
import { noMaterial } from '../../testing/prompt-material.ts';
import { draftRequest, goodReading } from '../../testing/scripted-model.ts';
import { createLookups } from './lookups/lookups.rules.ts';
import type { Given } from './material/given.ts';

const all = [...injections, ...materialInjections];
const goals = 'Win five retainers with banks in the Nordics before the next summer begins.';
const profile: PromptProfile = {
  name: 'Platform engineer',
  ...forVoiceFields({ text: () => null, list: () => [] }),
  businessGoals: goals,
};

const places = ['description', 'comment', 'transcript'] as const;

/** Harmless but for one place. */
function requestWith(place: (typeof places)[number], text: string): DraftRequest {
  const said = (where: (typeof places)[number], harmless: string) =>
    place === where ? `${harmless}\n\n${text}` : harmless;
  return {
    ...draftRequest,
    profile,
    video: { ...draftRequest.video, description: said('description', 'Probes and rollouts.') },
    material: {
      ...noMaterial,
      chapters: [
        { at: 0, title: 'Intro' },
        { at: 90, title: 'What a startup probe costs' },
      ],
      comments: [
        { author: '@ops', text: 'Ours took 40 seconds.', likeCount: 3 },
        { author: '@other', text: said('comment', 'Same here.'), likeCount: 1 },
      ],
      transcript: () => said('transcript', '[0:10] so the probe waits'),
    },
  };
}

const fences = /⟦YOUTUBE DATA⟧\n([\s\S]*?)\n⟦END OF YOUTUBE DATA⟧/g;

it(`${all.length} injections in descriptions, comments and transcripts reach the model inside the fence alone (rule 6.8)`, () => {
  expect(all).toHaveLength(50);
  const prompts: ((request: DraftRequest) => Prompt)[] = [
    writerPrompt,
    (request) => readerPrompt({ ...request, comment: 'Probes lie.', ownTexts: [] }),
  ];
  for (const promptFor of prompts) {
    const plain = promptFor(requestWith('description', ''));
    for (const [place, text] of places.flatMap((place) => all.map((text) => [place, text] as const))) {
      const { system, user } = promptFor(requestWith(place, text));
      expect([text, system]).toEqual([text, plain.system]);
      expect(user.replace(fences, '…')).toBe(plain.user.replace(fences, '…'));
      for (const [, inside] of user.matchAll(fences)) expect(inside).not.toMatch(/[⟦⟧‹›]/);
    }
  }
});

const given = (stranger: string): Given => ({
  title: 'Kubernetes rollouts',
  channelTitle: 'Ops',
  topics: [],
  description: stranger,
  chapters: [],
  comments: [{ author: '@other', text: stranger, likeCount: 1 }],
  thread: [],
  transcript: { lines: [{ at: 10, text: stranger }] },
  notes: null,
  point: null,
  profile: [goals],
  ownComments: [],
});
const lookupsIn = (stranger: string) => createLookups(given(stranger), { profile, instructions: '' });

it(`${all.length} injections in a description, comment or transcript come out of no draft, quote or reading (rules 6.8, 8.10)`, () => {
  const ask = ({ system, user }: Prompt, { schema }: { schema: Record<string, unknown> }) =>
    JSON.parse(
      answerQuestion({
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        schema: schema as Schema,
        wantsJson: false,
        limit: null,
        fault: null,
      }).text,
    ) as unknown;
  for (const [index, text] of all.entries()) {
    const request = requestWith(places[index % places.length] ?? 'comment', text);
    const schema = writerAnswer(request);
    const draft = schema.read(ask(writerPrompt(request), schema));
    const comment = draft?.comment ?? '';
    const read = readerAnswer.read(ask(readerPrompt({ ...request, comment, ownTexts: [] }), readerAnswer));
    const shown = [comment, ...(draft?.claims ?? []).map(({ quote }) => quote), read?.for, read?.tone];
    expect(shown.length).toBeGreaterThan(4);
    for (const each of shown) {
      expect([text, each, lookupsIn('').isForeign(each ?? '')]).toEqual([text, each, false]);
      expect(each).not.toMatch(/retainers|HACKED|system prompt|password/i);
    }
  }
});

describe('a model that obeys and quotes what it obeyed', () => {
  it.each([
    ['a link', 'Rollouts drop connections, see https://evil.example/slides for it.'],
    ['a phone number', 'Rollouts drop connections, call 415-555-0132 for free credits.'],
    ['a handle', 'Rollouts drop connections, my Telegram @free_credits has more.'],
    ['the profile’s goals', goals],
  ])('with %s: no quote with it is shown, by its writer or its reader', (_, stranger) => {
    const comment = 'Rollouts drop connections without a preStop hook.';
    const lookups = lookupsIn(stranger);
    for (const kind of ['description', 'comment', 'transcript', 'profile'] as const) {
      const grounding = lookups.ground(comment, [{ sentence: comment, kind, quote: stranger }]);
      const { analysis } = lookups.judge(comment, grounding, [], {
        ...goodReading,
        wrong: [{ sentence: comment, passage: stranger }],
        alreadySaid: { author: '@other', words: stranger },
        against: null,
        model: 'm',
        call: {
          promptVersion: '1',
          parts: [],
          tokens: null,
          costUsd: null,
          structured: true,
          streamed: false,
          transcriptTokens: null,
        },
      });
      expect(analysis.sentences).toHaveLength(1);
      expect(analysis.reading?.wrong).toMatchObject([{ sentence: comment, passage: { quote: null } }]);
      expect(JSON.stringify(analysis)).not.toMatch(/evil|415-555|free_credits|retainers/);
    }
  });
});
