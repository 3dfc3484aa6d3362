import { describe, expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { ReaderAnswer, SourceClaim } from '../../../../providers/language-model/language-model.ts';
import { writerInstructions } from '../../../../providers/language-model/writer-prompt.ts';
import { goodDraft } from '../../../../testing/drafting-app.ts';
import { createLookups, type Given } from '../../lookups.rules.ts';
import good from './good.json' with { type: 'json' };
import lying from './lying.json' with { type: 'json' };
import planted from './planted.json' with { type: 'json' };
import videos from './videos.json' with { type: 'json' };

/** A second set, written apart from the look-ups: nothing in them was made to fit it. */
interface Labelled {
  video: string;
  notes?: string;
  point?: string;
  sentences: string[][];
}

function looked({ video: key, notes = '', point = '', sentences }: Labelled) {
  const video = videos.find((each) => each.key === key);
  if (!video) throw new Error(`There is no video ${key}`);
  const [description = ''] = video.profile;
  const given: Given = {
    ...video,
    thread: [],
    transcript: { lines: video.transcript.map(timed) },
    notes: notes || null,
    point: point || null,
    ownComments: video.ownComments.map((own) => ({ ...own, at: new Date(own.at) })),
  };
  const profile = { name: 'Ada', ...forVoiceFields({ text: () => null, list: () => [] }), description };
  const lookups = createLookups(given, { profile, instructions: writerInstructions });
  const text = sentences.map(([sentence]) => sentence).join(video.language === 'ja' ? '' : ' ');
  const claims = sentences.map(([sentence, kind, quote]) => ({ sentence, kind, quote }) as SourceClaim);
  return { given, text, lookups, ...lookups.check(text, []), grounding: lookups.ground(text, claims) };
}

function timed(line: string) {
  const [, minutes, seconds, text = ''] = /^(\d+):(\d\d) (.*)$/.exec(line) ?? [];
  return { at: Number(minutes) * 60 + Number(seconds), text };
}

describe('thirty good comments (rules 8.9, 8.10)', () => {
  const all = good.map(looked);

  it('are never drafted again, and every source that they name is found', () => {
    expect(all).toHaveLength(30);
    expect(all.flatMap(({ corrections }) => corrections)).toEqual([]);
    const sentences = all.flatMap(({ grounding }) => grounding.sentences);
    expect(sentences.filter(({ source }) => source === null)).toEqual([]);
  });

  it('carry one false mark in all at the most', () => {
    const marks = all.flatMap(({ grounding }) =>
      grounding.sentences.filter(({ unsupported }) => unsupported.length > 0),
    );
    expect(marks.length, JSON.stringify(marks, null, 1)).toBeLessThanOrEqual(1);
  });
});

describe('thirty comments with one planted fault each (rule 8.9)', () => {
  const all = planted.map(({ fault, ...draft }) => {
    const own = draft.sentences.flat().find((text) => text.toLowerCase().includes(fault.toLowerCase())) ?? '';
    const marked = looked(draft).grounding.sentences.filter(({ unsupported }) => unsupported.length > 0);
    /** A sentence may be cut further: "Am 19. Januar". */
    const isOwn = ({ text }: { text: string }) => own.includes(text.trim()) || text.includes(own);
    return { fault, isFound: marked.some(isOwn), others: marked.filter((each) => !isOwn(each)) };
  });

  it('are marked on the right sentence, 28 at the least', () => {
    expect(all).toHaveLength(30);
    const missed = all.filter(({ isFound }) => !isFound).map(({ fault }) => fault);
    expect(missed.length, missed.join(' | ')).toBeLessThanOrEqual(2);
  });

  it('carry no other mark', () => {
    expect(all.flatMap(({ others }) => others)).toEqual([]);
  });
});

describe('a lying reader (rule 8.11)', () => {
  const { model, call } = goodDraft;
  const rest = { engagementPotential: '', technicalAccuracy: '', tone: '', model, call };

  it.each(lying)('that $says marks nothing and gives 50 at most', ({ reader, ...draft }) => {
    const { lookups, text, grounding, checks } = looked(draft);
    const answer: ReaderAnswer = { ...reader, ...rest };
    const { qualityScore, analysis } = lookups.judge(text, grounding, checks, answer);
    expect(qualityScore).toBeLessThanOrEqual(50);
    expect(analysis).toMatchObject({ alreadySaid: null, reading: { wrong: [], for: null } });
  });
});
