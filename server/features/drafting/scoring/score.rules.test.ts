import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { DraftRequest } from '../../../providers/language-model/language-model.ts';
import { ownTexts } from '../../../testing/labelled/voices.ts';
import { styleStatistics } from '../../voice/style-profile/style-profile.rules.ts';
import { textTraits } from '../../voice/style-profile/text-traits.rules.ts';
import { checkDraft } from '../checks/checks.rules.ts';
import { scoreDraft } from './score.rules.ts';

const video = {
  title: 'Kubernetes probes explained',
  description: 'Liveness, readiness and startup probes in production.',
  tags: ['Kubernetes', 'DevOps'],
};
const text =
  'Readiness probes that call the database take every pod down at once. Startup probes need the slowest start.';
const background = new Set<string>();
const { checks } = checkDraft(text, { video, avoidWords: null, earlierTexts: [], background });
const profile: NonNullable<DraftRequest['profile']> = {
  ...forVoiceFields({ text: () => null, list: () => ['Kubernetes'] }),
  name: 'Platform engineer',
  description: 'Ran Kubernetes for a payments company.',
  avoidWords: 'game changer',
  preferredWords: 'readiness',
};
const ownStyle = styleStatistics(ownTexts.dry.flatMap((own) => textTraits(own) ?? []));
const against = { video, profile, ownStyle, earlierTexts: ['Helm hides a default timeout.'] };
const unknown = { video, profile: null, ownStyle: null, earlierTexts: [] };

const anything = fc.record({
  text: fc.string({ maxLength: 3000 }),
  rating: fc.integer({ min: -50, max: 150 }),
  checks: fc.constantFrom(
    [],
    checks,
    checkDraft('', { video, avoidWords: null, earlierTexts: [''], background }).checks,
  ),
});
const anyone = fc.constantFrom(
  against,
  unknown,
  { ...against, ownStyle: null },
  { ...against, profile: null },
);

const partOf = (
  name: string,
  draft: Partial<Parameters<typeof scoreDraft>[0]>,
  seen: Parameters<typeof scoreDraft>[1] = against,
) => scoreDraft({ text, rating: 90, checks, ...draft }, seen).parts.find((part) => part.name === name);

describe('the quality score (rule 3.2)', () => {
  it('is excellent for a specific comment in the owner’s voice', () => {
    const { score, parts } = scoreDraft({ text, rating: 90, checks }, against);
    expect(score).toBeGreaterThanOrEqual(90);
    expect(parts.map(({ name, outOf }) => [name, outOf])).toEqual([
      ['What the model says', 16],
      ['About this video', 25],
      ['Substance', 17],
      ['Your voice', 12],
      ['First-hand experience', 10],
      ['Length', 5],
      ['Links', 5],
      ['Wording', 5],
      ['Earlier comments', 5],
    ]);
  });

  it('is at most 79 in a neutral voice, and says why (rule 4.8)', () => {
    const { score, parts } = scoreDraft({ text, rating: 100, checks }, unknown);
    expect(parts.reduce((sum, { points }) => sum + points, 0)).toBeGreaterThan(79);
    expect(score).toBe(79);
    expect(parts.find(({ name }) => name === 'Your voice')?.detail).toContain(
      'this is a neutral voice, and the score is at most 79.',
    );
  });

  it('is limited for empty praise, whatever the model thinks of it', () => {
    const praise = 'Great video, thanks!';
    const { checks: failing } = checkDraft(praise, { video, avoidWords: null, earlierTexts: [], background });
    for (const seen of [against, unknown])
      expect(scoreDraft({ text: praise, rating: 100, checks: failing }, seen).score).toBeLessThan(40);
  });

  it('is not excellent while a check fails', () => {
    const repeated = checkDraft(text, { video, avoidWords: null, earlierTexts: [text], background });
    const seen = { ...against, earlierTexts: [text] };
    expect(scoreDraft({ text, rating: 100, checks: repeated.checks }, seen).score).toBeLessThan(80);
    expect(partOf('What the model says', { checks: repeated.checks })).toMatchObject({
      points: 0,
      detail: 'The model rates its draft 90 of 100, which does not count while a check of ours fails.',
    });
  });

  it('takes points for what a draft gets wrong, and says what', () => {
    expect(partOf('About this video', { text: 'A bond ladder needs a rule for selling.' })?.points).toBe(0);
    expect(partOf('First-hand experience', { text: 'My sourdough failed three times.' })).toMatchObject({
      points: 0,
      detail: expect.stringContaining('“My sourdough failed three times.”'),
    });
    expect(partOf('First-hand experience', { text: 'We ran Kubernetes for two years.' })?.points).toBe(10);
    expect(partOf('Wording', { text: 'A game changer.' })?.points).toBe(0);
    expect(partOf('Wording', { text: 'Liveness alone restarts the pod.' })?.points).toBe(3.5);
    expect(
      partOf('Your voice', { text: 'OMG!!! I love this so much, you’re the best!!! 😍😍' })?.points,
    ).toBeLessThan(4);
  });

  it('counts what cannot be measured like the rest, and says so', () => {
    const { parts } = scoreDraft({ text, rating: 50, checks }, unknown);
    const known = parts.filter(({ detail }) => !detail.endsWith('Counts as the average of the other parts.'));
    expect(known.map(({ name }) => name)).toEqual([
      'What the model says',
      'About this video',
      'Substance',
      'First-hand experience',
      'Length',
      'Links',
    ]);
    const share = (list: typeof parts) =>
      list.reduce((sum, { points }) => sum + points, 0) / list.reduce((sum, { outOf }) => sum + outOf, 0);
    expect(share(parts)).toBeCloseTo(share(known), 2);
    const few = {
      ...against,
      ownStyle: styleStatistics(ownTexts.dry.slice(0, 3).flatMap((own) => textTraits(own) ?? [])),
    };
    expect(partOf('Your voice', {}, few)?.detail).toContain(
      'A style profile takes 8 comments of yours; there are 3.',
    );
  });

  it('is a whole number from 0 to 100, the sum of parts that stay within their own bounds', () => {
    fc.assert(
      fc.property(anything, anyone, (drafted, seen) => {
        const { score, parts } = scoreDraft(drafted, seen);
        expect(Number.isInteger(score)).toBe(true);
        const total = Math.round(parts.reduce((sum, { points }) => sum + points, 0));
        expect(score).toBe(seen.profile ? total : Math.min(79, total));
        expect(parts.reduce((sum, { outOf }) => sum + outOf, 0)).toBe(100);
        for (const { points, outOf } of parts) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(outOf);
        }
      }),
    );
  });

  it('grows with the rating', () => {
    fc.assert(
      fc.property(anything, anyone, fc.integer({ min: 0, max: 50 }), (drafted, seen, more) => {
        const higher = scoreDraft({ ...drafted, rating: drafted.rating + more }, seen);
        expect(higher.score).toBeGreaterThanOrEqual(scoreDraft(drafted, seen).score);
      }),
    );
  });
});
