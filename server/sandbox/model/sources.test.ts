import { describe, expect, it } from 'vitest';
import { draftAnswer } from '../../providers/language-model/draft-answer.ts';
import type { DraftRequest } from '../../providers/language-model/language-model.ts';
import { draftPrompt } from '../../providers/language-model/prompt/draft-prompt.ts';
import { noMaterial } from '../../testing/prompt-material.ts';
import { draftRequest } from '../../testing/scripted-model.ts';
import { answerQuestion } from './answer.ts';
import type { Schema } from './schema.ts';

const material: DraftRequest['material'] = {
  chapters: [
    { at: 0, title: 'Intro' },
    { at: 90, title: 'What a startup probe costs' },
  ],
  comments: [{ author: '@ops', text: 'Ours took forty seconds.', likeCount: 3 }],
  transcript: '[0:10] so the probe waits for the cache […] [7:42] and that cut our restarts by half',
  notes: 'The demo ran on a laptop',
  point: null,
};
const point = 'readiness is about traffic and not about health';
const video = { ...draftRequest.video, description: 'Probes in a cluster with a slow start.' };

/** What the sandbox's model answers to the prompt as the app sends it. */
function drafted(change: Partial<DraftRequest> = {}) {
  const request = { ...draftRequest, video, material, ...change };
  const { system, user } = draftPrompt(request);
  const schema = draftAnswer(request.alternatives);
  const { text } = answerQuestion({
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    schema: schema.schema as Schema,
    wantsJson: false,
    limit: null,
    fault: null,
  });
  const draft = schema.read(JSON.parse(text));
  if (!draft) throw new Error('The answer cannot be read.');
  return draft;
}

const titles = Array.from({ length: 40 }, (_, index) => `Kubernetes probes in release ${index}`);
const given = JSON.stringify([video.description, material]).toLowerCase();

describe('the sources of a draft', () => {
  it('cover every sentence of the comment and of its alternatives, with quotes that the material has', () => {
    const { comment, claims, alternatives } = drafted({ alternatives: 2 });
    expect(alternatives).toHaveLength(2);
    for (const one of [{ comment, claims }, ...alternatives]) {
      expect(one.claims.map(({ sentence }) => sentence).join(' ')).toBe(one.comment);
      expect(one.claims.some(({ quote }) => quote !== '')).toBe(true);
      for (const { sentence, kind, quote } of one.claims) {
        expect(quote === '').toBe(kind === 'own_knowledge');
        expect(given).toContain(quote.toLowerCase());
        expect(sentence.toLowerCase()).toContain(quote.toLowerCase());
      }
    }
  });

  it('come from many parts of the material', () => {
    const kinds = titles.flatMap((title) =>
      drafted({ video: { ...video, title } }).claims.map(({ kind }) => kind),
    );
    expect([...new Set(kinds)].sort()).toEqual([
      'chapter',
      'description',
      'notes',
      'own_knowledge',
      'transcript',
    ]);
  });

  it('at times say less than the sentence, which has a number of its own', () => {
    const invented = titles.filter((title) =>
      drafted({ video: { ...video, title } }).claims.some(
        ({ sentence, quote }) => quote !== '' && /\d/.test(sentence) && !/\d/.test(quote),
      ),
    );
    expect(invented.length).toBeGreaterThan(0);
    expect(invented.length).toBeLessThan(titles.length / 4);
  });
});

it('takes up the person’s point first', () => {
  const { claims } = drafted({ material: { ...material, point } });
  expect(claims[0]).toEqual({
    sentence: 'Readiness is about traffic and not about health.',
    kind: 'point',
    quote: point,
  });
});

it('asks where nothing but the title is known, and quotes nothing', () => {
  const { comment, claims } = drafted({ video: { ...video, description: null }, material: noMaterial });
  expect(comment).toContain('?');
  expect(new Set(claims.map(({ kind }) => kind))).toEqual(new Set(['own_knowledge']));
});

it.each([
  ['en', '‹your figure›'],
  ['de', '‹deine Zahl›'],
  ['es', '‹tu cifra›'],
  ['ja', '‹あなたの数字›'],
])('leaves a gap where a rule asks for a figure of one’s own: %s', (language, gap) => {
  const rules = ['Back a claim with one number of your own.'];
  expect(drafted({ rules, video: { ...video, language } }).comment).toContain(gap);
});

it('leaves no gap where no rule asks, or where the person told a figure', () => {
  const rules = ['Back a claim with one number of your own.'];
  expect(drafted().comment).not.toContain('‹');
  expect(
    drafted({ rules, material: { ...material, point: `${point} in 9 of 10 cases` } }).comment,
  ).not.toContain('‹');
});

describe('a change of a draft', () => {
  const text =
    'The part about probes deserves attention. What stays with me is “What a startup probe costs”. It comes down to one thing. It saves the next person an afternoon.';
  const changed = (steer: NonNullable<DraftRequest['steered']>['steer'], instruction: string | null = null) =>
    drafted({ steered: { text, steer, instruction } });

  it('makes it shorter, and leaves what stays as it was', () => {
    const { comment } = changed('shorter');
    expect(comment.length).toBeLessThanOrEqual(text.length * 0.75);
    expect(text.startsWith(comment)).toBe(true);
  });

  it('adds one detail of the material that was not there', () => {
    const { claims } = changed('more_concrete');
    expect(claims).toHaveLength(5);
    expect(new Set(claims.map(({ quote }) => quote)).size).toBe(3);
  });

  it('adds a doubt', () => {
    expect(changed('less_certain').comment.length).toBeGreaterThan(text.length);
    expect(changed('less_certain').comment.startsWith(text)).toBe(true);
  });

  it('ends as a question', () => {
    expect(changed('ask_instead').comment).toMatch(/^[^?]*\?$/);
  });

  it('by a wish of one’s own leaves all but the closing', () => {
    const { comment } = changed(null, 'Kinder, please');
    expect(comment).not.toBe(text);
    expect(comment.startsWith(text.slice(0, text.lastIndexOf('. ') + 1))).toBe(true);
  });
});
