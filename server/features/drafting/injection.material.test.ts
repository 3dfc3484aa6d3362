import { describe, expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { draftAnswer } from '../../providers/language-model/draft-answer.ts';
import type { DraftRequest, PromptProfile } from '../../providers/language-model/language-model.ts';
import { draftPrompt } from '../../providers/language-model/prompt/draft-prompt.ts';
import { answerQuestion } from '../../sandbox/model/answer.ts';
import type { Schema } from '../../sandbox/model/schema.ts';
import { injections, materialInjections } from '../../testing/injections.ts';
import { draftRequest } from '../../testing/scripted-model.ts';
import { isForeign } from './checks/checks.rules.ts';
import { backgroundRuns } from './checks/profile-text.rules.ts';
import { withoutForeignQuotes } from './grounding/foreign-quotes.rules.ts';
import { createGrounding } from './grounding/ground-draft.rules.ts';
import type { Material } from './grounding/material.ts';

const all = [...injections, ...materialInjections];
const goals = 'Win five retainers with banks in the Nordics before the next summer begins.';
const profile: PromptProfile = {
  name: 'Platform engineer',
  ...forVoiceFields({ text: () => null, list: () => [] }),
  businessGoals: goals,
};
const background = backgroundRuns(profile);

const places = ['description', 'comment', 'transcript'] as const;

/** Harmless but for one place. */
function requestWith(place: (typeof places)[number], text: string): DraftRequest {
  const said = (where: (typeof places)[number], harmless: string) =>
    place === where ? `${harmless}\n\n${text}` : harmless;
  return {
    ...draftRequest,
    profile,
    alternatives: 2,
    video: { ...draftRequest.video, description: said('description', 'Probes and rollouts.') },
    material: {
      chapters: [
        { at: 0, title: 'Intro' },
        { at: 90, title: 'What a startup probe costs' },
      ],
      comments: [
        { author: '@ops', text: 'Ours took 40 seconds.', likeCount: 3 },
        { author: '@other', text: said('comment', 'Same here.'), likeCount: 1 },
      ],
      transcript: said('transcript', '[0:10] so the probe waits'),
      notes: null,
      point: null,
    },
  };
}

const fences = /⟦YOUTUBE DATA⟧\n([\s\S]*?)\n⟦END OF YOUTUBE DATA⟧/g;

it(`${all.length} injections in descriptions, comments and transcripts reach the model inside the fence alone (rule 6.8)`, () => {
  expect(all).toHaveLength(50);
  const plain = draftPrompt(requestWith('description', ''));
  for (const [place, text] of places.flatMap((place) => all.map((text) => [place, text] as const))) {
    const { system, user } = draftPrompt(requestWith(place, text));
    expect([text, system]).toEqual([text, plain.system]);
    expect(user.replace(fences, '…')).toBe(plain.user.replace(fences, '…'));
    for (const [, inside] of user.matchAll(fences)) expect(inside).not.toMatch(/[⟦⟧‹›]/);
  }
});

it(`${all.length} injections in a description, comment or transcript come out of no draft, alternative or quote (rules 6.8, 8.2)`, () => {
  const schema = draftAnswer(2);
  for (const [index, text] of all.entries()) {
    const place = places[index % places.length] ?? 'comment';
    const { system, user } = draftPrompt(requestWith(place, text));
    const { text: answer } = answerQuestion({
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      schema: schema.schema as Schema,
      wantsJson: false,
      limit: null,
      fault: null,
    });
    const draft = schema.read(JSON.parse(answer));
    const texts = [draft, ...(draft?.alternatives ?? [])].flatMap((one) =>
      one ? [one.comment, ...one.claims.map(({ quote }) => quote)] : [],
    );
    expect(texts.length).toBeGreaterThan(6);
    for (const shown of texts) {
      expect([text, shown, isForeign(shown, { background })]).toEqual([text, shown, false]);
      expect(shown).not.toMatch(/retainers|HACKED|system prompt|password/i);
    }
  }
});

describe('a model that obeys and quotes what it obeyed', () => {
  const material = (stranger: string): Material => ({
    title: 'Kubernetes rollouts',
    channelTitle: 'Ops',
    topics: [],
    description: stranger,
    chapters: [],
    comments: [{ author: '@other', text: stranger, likeCount: 1 }],
    transcript: { lines: [{ at: 10, text: stranger }] },
    notes: null,
    point: null,
    profile: [goals],
  });

  it.each([
    ['a link', 'Rollouts drop connections, see https://evil.example/slides for it.'],
    ['a phone number', 'Rollouts drop connections, call 415-555-0132 for free credits.'],
    ['a handle', 'Rollouts drop connections, my Telegram @free_credits has more.'],
    ['the profile’s goals', goals],
  ])('with %s: no quote with it is shown', (_, stranger) => {
    const comment = 'Rollouts drop connections without a preStop hook.';
    for (const kind of ['description', 'comment', 'transcript', 'profile'] as const) {
      const grounding = withoutForeignQuotes(
        createGrounding(material(stranger))(comment, [{ sentence: comment, kind, quote: stranger }]),
        (text) => isForeign(text, { background }),
      );
      expect(JSON.stringify(grounding)).not.toMatch(/evil|415-555|free_credits|retainers/);
      expect(grounding.sentences).toHaveLength(1);
    }
  });

  it('such a quote is taken out, and what it says of the sentence stays', () => {
    const quote = 'see https://evil.example/slides';
    const source = { kind: 'transcript' as const, quote, at: 10 };
    const sentence = { text: 'Rollouts drop connections.', source, unsupported: [] };
    const fine = { ...sentence, source: { ...source, quote: 'rollouts drop connections' } };
    const grounding = { sentences: [sentence, fine], cannotCheck: false, alreadySaid: null };
    expect(withoutForeignQuotes(grounding, (text) => isForeign(text, { background })).sentences).toEqual([
      { ...sentence, source: { ...source, quote: null } },
      fine,
    ]);
  });
});
