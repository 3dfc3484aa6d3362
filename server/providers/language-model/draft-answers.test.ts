import { describe, expect, it } from 'vitest';
import { draftRequest, goodAnswer } from '../../testing/scripted-model.ts';
import { writerAnswer } from './draft-answers.ts';

const claim = { sentence: 'Probes lie.', kind: 'transcript', quote: 'a probe lies' };
const read = (change: Record<string, unknown>) =>
  writerAnswer(draftRequest).read({ ...goodAnswer, ...change });

describe('the sources of a draft', () => {
  it('are read in their order', () => {
    const others = [
      { ...claim, kind: 'own_comment' },
      { ...claim, kind: 'none', quote: '' },
    ];
    expect(read({ sources: [claim, ...others] })?.claims).toEqual([claim, ...others]);
  });

  it.each([
    ['no list', 'none'],
    ['missing', undefined],
    ['null', null],
  ])('that are %s leave the draft without any', (_, sources) => {
    expect(read({ sources })).toMatchObject({ comment: goodAnswer.comment, claims: [] });
  });

  it.each([
    ['a kind of nobody’s', { ...claim, kind: 'web' }],
    ['the person’s own word', { ...claim, kind: 'person' }],
    ['no quote', { sentence: 'a', kind: 'notes' }],
    ['no object', 'Probes lie.'],
  ])('leave out a claim with %s, and keep the others', (_, bad) => {
    expect(read({ sources: [bad, claim] })?.claims).toEqual([claim]);
  });

  it('may name a kind as people write it', () => {
    expect(read({ sources: [{ ...claim, kind: ' Own knowledge' }] })?.claims[0]?.kind).toBe('own_knowledge');
  });

  it('are 30 at most, cut, and without control characters', () => {
    const long = { ...claim, sentence: 's'.repeat(3000), quote: `\u0000${'q'.repeat(499)}👋` };
    const claims = read({ sources: Array.from({ length: 40 }, () => long) })?.claims ?? [];
    expect(claims).toHaveLength(30);
    expect(claims[0]).toEqual({ ...claim, sentence: 's'.repeat(2000), quote: 'q'.repeat(499) });
  });
});
