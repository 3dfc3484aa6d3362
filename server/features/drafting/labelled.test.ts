import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sourceKinds } from '#shared/contracts/comment-detail.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { labelledVideos, readLines } from '../../eval/cases.ts';
import { goodDraft } from '../../testing/drafting-app.ts';
import { readTranscript } from '../../text/transcript.rules.ts';
import { createLookups } from './lookups.rules.ts';
import type { ReaderAnswer } from './prompts/requests.ts';
import { writerInstructions } from './prompts/writer-prompt.ts';

const quote = z.string().nullable();

/**
 * Comments about the labelled videos, each with a truthful writer's answer: a source for
 * each sentence.
 */
const labelledDrafts = readLines(
  'drafts.jsonl',
  z.object({
    video: z.string(),
    notes: z.string().nullable().default(null),
    point: z.string().nullable().default(null),
    sentences: z.array(
      z.tuple([z.string(), z.enum(sourceKinds).exclude(['person']), z.string()]),
    ),
    /** The wrong words, if the comment has a planted fault. */
    fault: z.string().optional(),
    /** The false claim, if the reader's answer contains one. */
    lie: z.string().optional(),
    reader: z
      .object({
        wrong: z.array(
          z.object({
            sentence: z.string(),
            about: z.enum(['video', 'person', 'other']),
            passage: quote,
          }),
        ),
        alreadySaid: z.object({ author: z.string(), words: z.string() }).nullable(),
        for: quote,
        against: quote,
        signs: z.int(),
      })
      .optional(),
  }),
);

type LabelledDraft = (typeof labelledDrafts)[number];

function looked({ video: key, notes, point, sentences }: LabelledDraft) {
  const video = labelledVideos.find((each) => each.key === key);
  if (!video) throw new Error(`There is no video ${key}`);
  const transcript = readTranscript(video.transcript, []);
  if ('problem' in transcript) throw new Error(transcript.problem);
  const [description = ''] = video.profile;
  const profile = {
    name: 'Ada',
    ...forVoiceFields({ text: () => null, list: () => [] }),
    description,
  };
  const given = { ...video, thread: [], transcript, notes, point };
  const lookups = createLookups(given, { profile, instructions: writerInstructions });
  const text = sentences
    .map(([sentence]) => sentence)
    .join(video.language === 'ja' ? '' : ' ');
  const claims = sentences.map(([sentence, kind, quote]) => ({ sentence, kind, quote }));
  return {
    transcript,
    lookups,
    text,
    ...lookups.check(text, []),
    grounding: lookups.ground(text, claims),
  };
}

type Looked = ReturnType<typeof looked>;
const marked = ({ grounding }: Looked) =>
  grounding.sentences.filter(({ unsupported }) => unsupported.length > 0);

describe.each(['tuning', 'aside'])(
  'labelled drafts about the videos for %s (rules 8.9, 8.10)',
  (half) => {
    const own = labelledDrafts.filter(
      ({ video, lie }) => video.startsWith(half) && lie === undefined,
    );
    const good = own.filter(({ fault }) => fault === undefined).map(looked);
    const planted = own.flatMap(({ fault, ...draft }) => {
      if (fault === undefined) return [];
      const meant = draft.sentences.find(([text]) =>
        text.toLowerCase().includes(fault.toLowerCase()),
      )?.[0];
      const marks = marked(looked(draft));
      /** The look-ups may split a sentence further, such as "Am 19. Januar". */
      const isOwn = ({ text }: { text: string }) =>
        meant?.includes(text.trim()) || text.includes(meant ?? '?');
      return [
        {
          fault,
          isFound: marks.some(isOwn),
          others: marks.filter((each) => !isOwn(each)),
        },
      ];
    });

    it('need no redraft when they are good, and every source that they name is found', () => {
      expect(good).toHaveLength(30);
      expect(good.flatMap(({ corrections }) => corrections)).toEqual([]);
      const sentences = good.flatMap(({ grounding }) => grounding.sentences);
      expect(sentences.filter(({ source }) => source === null)).toEqual([]);
    });

    it('carry at most one false mark in total when they are good', () => {
      const marks = good.flatMap(marked);
      expect(marks.length, JSON.stringify(marks, null, 1)).toBeLessThanOrEqual(1);
    });

    it('show the time of the line in which a quote begins', () => {
      for (const { grounding, transcript } of good)
        for (const { source } of grounding.sentences) {
          if (source?.kind !== 'transcript') continue;
          const begin = source.quote?.toLowerCase().slice(0, 8) ?? '';
          const lines = transcript.lines.filter(({ text }) =>
            text.toLowerCase().includes(begin),
          );
          expect(lines.map(({ at }) => at)).toContain(source.at);
        }
    });

    it('with a planted fault are marked on the right sentence in at least 28 of thirty cases', () => {
      expect(planted).toHaveLength(30);
      const missed = planted.filter(({ isFound }) => !isFound).map(({ fault }) => fault);
      expect(missed.length, missed.join(' | ')).toBeLessThanOrEqual(2);
    });

    it('with a planted fault carry no other mark', () => {
      expect(planted.flatMap(({ others }) => others)).toEqual([]);
    });
  },
);

describe('a name that is missing from the material (rule 8.9)', () => {
  const given = {
    title: 'Autoscaling with Marta',
    channelTitle: 'Ops',
    topics: [],
    description:
      'Marta shows how the cluster reacts. We run all of it on bare metal, and so do you.',
    chapters: [],
    comments: [],
    thread: [],
    transcript: null,
    notes: null,
    point: null,
    profile: [],
    ownComments: [],
  };
  const inGerman = {
    ...given,
    description:
      'Marta zeigt, wie der Cluster auf die Last und die Wünsche von einem Pod reagiert.',
  };

  function marksOf(
    sentence: string,
    kind: 'description' | 'own_knowledge' = 'description',
    material = given,
  ) {
    const lookups = createLookups(material, { profile: null, instructions: '' });
    const { sentences } = lookups.ground(sentence, [{ sentence, kind, quote: 'Marta' }]);
    return sentences.flatMap(({ unsupported }) => unsupported);
  }

  it.each([
    ['I like how Maria explains the cluster.', ['Maria']],
    ['Maria explains the cluster very well.', ['Maria']],
    ['Istio on EKS, as you show.', ['EKS']],
    ['We have Istio on EKS, as you show.', ['Istio', 'EKS']],
    ['Me gusta cómo Maria explica el cluster.', ['Maria']],
  ])('is marked when the model names a source: %s', (sentence, marks) => {
    expect(marksOf(sentence).toSorted()).toEqual(marks.toSorted());
  });

  it('is marked in an English draft about a video in German', () => {
    expect(
      marksOf('I like how Maria explains the cluster.', 'description', inGerman),
    ).toEqual(['Maria']);
  });

  it.each([
    ['Die Antwort von der Datenbank ist für den Cluster nicht schnell genug.', given],
    ['Die Antwort von der Datenbank ist für den Cluster nicht schnell genug.', inGerman],
  ])('is not confused with a noun in a German draft: %s', (sentence, material) => {
    expect(marksOf(sentence, 'description', material)).toEqual([]);
  });

  it.each([
    'Marta explains the cluster very well.',
    'Running all of it on bare metal is brave.',
    'You should NEVER do that with an API.',
    '¿Cómo reacciona el cluster?',
  ])(
    'is not confused with a known name or the first word of a sentence: %s',
    (sentence) => {
      expect(marksOf(sentence)).toEqual([]);
    },
  );

  it('is not marked in what the model knows by itself', () => {
    expect(marksOf('We have Istio on EKS.', 'own_knowledge')).toEqual([]);
  });
});

describe('a reader (rule 8.11)', () => {
  const { model, call } = goodDraft;
  const rest = { engagementPotential: '', technicalAccuracy: '', tone: '', model, call };
  const proveNothing = {
    wrong: [],
    alreadySaid: null,
    for: null,
    against: null,
    signs: 100,
  };
  const judged = (
    { lookups, text, grounding, checks }: Looked,
    answer: Partial<ReaderAnswer>,
  ) => lookups.judge(text, grounding, checks, { ...proveNothing, ...rest, ...answer });
  const [first] = labelledDrafts;
  if (!first) throw new Error('There are no comments');
  const comment = looked(first);
  const question = comment.grounding.sentences[1]?.text ?? '';
  const telling = 'a better argument for review';

  it.each(labelledDrafts.filter(({ lie }) => lie !== undefined))(
    'that $lie gives a score of at most 50, and its marks name no passage',
    ({ reader, ...draft }) => {
      const { qualityScore, analysis } = judged(looked(draft), reader ?? {});
      expect(qualityScore).toBeLessThanOrEqual(50);
      expect(analysis).toMatchObject({ alreadySaid: null, reading: { for: null } });
      for (const { passage } of analysis.reading?.wrong ?? []) expect(passage).toBeNull();
    },
  );

  it('that is honest decides the score, and a contradiction that it proves gives 30', () => {
    expect(judged(comment, { for: telling, signs: 88 })).toMatchObject({
      qualityScore: 88,
      analysis: { reading: { text: comment.text, for: telling, wrong: [] } },
    });
    const passage = 'Readiness was behind 38 of 112 incidents';
    expect(
      judged(comment, {
        for: telling,
        wrong: [{ sentence: question, about: 'video', passage }],
      }),
    ).toMatchObject({
      qualityScore: 30,
      analysis: {
        reading: { wrong: [{ sentence: question, passage: { kind: 'description' } }] },
      },
    });
  });

  it('that finds the point in a top comment limits the score to 30, and the comment’s author is named', () => {
    const alreadySaid = { author: 'x', words: 'We moved the check to a queue depth' };
    expect(judged(comment, { for: telling, alreadySaid })).toMatchObject({
      qualityScore: 30,
      analysis: { alreadySaid: { author: '@ops_lena' } },
    });
  });

  it('that is missing leaves a score of 60, less 20 for each mark, and at most 40 with a hard fault', () => {
    const failed = [{ name: 'links' as const, passed: false, detail: 'x' }];
    const unread = ({ lookups, text, grounding, checks }: Looked, faults = checks) =>
      lookups.judge(text, grounding, faults, null).qualityScore;
    const faulty = labelledDrafts.find(({ fault }) => fault !== undefined) ?? first;
    expect([unread(comment), unread(looked(faulty)), unread(comment, failed)]).toEqual([
      60, 40, 40,
    ]);
  });
});
