import { z } from 'zod';
import { sourceKinds } from '#shared/contracts/comment-detail.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { videoTime } from '#shared/rules/format.ts';
import { createLookups } from '../features/drafting/lookups.rules.ts';
import type { Material } from '../features/drafting/material.rules.ts';
import { readerAnswer } from '../features/drafting/prompts/draft-answers.ts';
import type {
  PromptProfile,
  ReaderAnswer,
} from '../features/drafting/prompts/requests.ts';
import { writerInstructions } from '../features/drafting/prompts/writer-prompt.ts';
import { loadContent, type Video } from '../sandbox/content/content.ts';
import { readTranscript, type Transcript } from '../text/transcript.rules.ts';
import { ownCommentsSchema, readLines, videoFields } from './cases.ts';

const ownerSchema = z.object({
  key: z.string(),
  profile: z.object({
    name: z.string(),
    description: z.string(),
    expertiseAreas: z.array(z.string()),
    communicationStyle: z.string(),
  }),
  ownComments: ownCommentsSchema,
});

const writtenMaterialSchema = ownerSchema.extend({
  ...videoFields,
  transcript: z.string().nullable(),
});

const sandboxMaterialSchema = ownerSchema.extend({ sandbox: z.string() });

const ratingSchema = z.number().min(1).max(5).multipleOf(0.25);

/**
 * A draft with its writer's sources, an answer to the reader's prompt, and two people's
 * ratings of the draft.
 */
const draftSchema = z.object({
  id: z.string(),
  material: z.string(),
  point: z.string().nullable().default(null),
  sentences: z.array(
    z.tuple([z.string(), z.enum(sourceKinds).exclude(['person']), z.string()]),
  ),
  /**
   * The raw answer before parsing. It was recorded before anybody had rated the draft.
   */
  reader: z.unknown(),
  /**
   * Two ratings by people who saw neither the answer nor the score; empty until the draft
   * is rated.
   */
  ratings: z.union([z.tuple([ratingSchema, ratingSchema]), z.tuple([])]),
});
type RatedDraft = z.infer<typeof draftSchema>;

export const ratedDrafts = readLines('rated-drafts.jsonl', draftSchema);

export interface RatedMaterial {
  key: string;
  language: string;
  given: Material;
  profile: PromptProfile;
}

const { videos, channels } = loadContent();

export const ratedMaterials: RatedMaterial[] = readLines(
  'rated-materials.jsonl',
  z.union([writtenMaterialSchema, sandboxMaterialSchema]),
).map((material) => {
  const { profile, ownComments } = material;
  const video = 'sandbox' in material ? ofSandbox(material.sandbox) : material;
  const told = [
    profile.description,
    profile.communicationStyle,
    ...profile.expertiseAreas,
  ];
  return {
    key: material.key,
    language: video.language,
    given: {
      title: video.title,
      channelTitle: video.channelTitle,
      topics: video.topics,
      description: video.description,
      chapters: video.chapters,
      comments: video.comments,
      thread: [],
      transcript: video.transcript === null ? null : spoken(video.transcript),
      notes: null,
      point: null,
      profile: told,
      ownComments,
    },
    profile: { ...forVoiceFields({ text: () => null, list: () => [] }), ...profile },
  };
});

function ofSandbox(
  id: string,
): Omit<z.infer<typeof writtenMaterialSchema>, 'key' | 'profile' | 'ownComments'> {
  const video = videos.find((each) => each.id === id);
  if (!video) throw new Error(`The sandbox has no video ${id}`);
  const channel = channels.find(({ key }) => key === video.channel);
  return {
    language: video.language,
    title: video.title,
    channelTitle: channel?.title ?? video.channel,
    topics: video.tags,
    description: video.description,
    chapters: [...video.chapters],
    comments: video.comments.map(({ by, text, likes }) => ({
      author: by,
      text,
      likeCount: likes,
    })),
    transcript: spokenLines(video),
  };
}

function spokenLines({ transcript }: Video): string | null {
  if (!transcript) return null;
  return transcript.map(({ at, text }) => `${videoTime(at)} ${text}`).join('\n');
}

function spoken(text: string): Transcript {
  const transcript = readTranscript(text, []);
  if ('problem' in transcript) throw new Error(transcript.problem);
  return transcript;
}

export interface ScoredDraft {
  id: string;
  text: string;
  /** The mean of both ratings; null until the draft is rated. */
  rating: number | null;
  /** The number in the reader's answer. */
  signs: number;
  score: number;
  /** The number of facts that were looked up and not found. */
  marks: number;
  /** The reader's claims that were proved, worded for the table. */
  found: string[];
}

const noCall: ReaderAnswer['call'] = {
  promptVersion: '',
  parts: [],
  transcriptTokens: null,
  tokens: null,
  costUsd: null,
  structured: true,
  streamed: false,
};

/** Scores every draft with its recorded answer, as the app does. */
export const scoredDrafts = (): ScoredDraft[] => ratedDrafts.map(scoreOf);

function scoreOf({
  id,
  material: key,
  point,
  sentences,
  reader,
  ratings,
}: RatedDraft): ScoredDraft {
  const material = ratedMaterials.find((each) => each.key === key);
  const answer = readerAnswer.read(reader);
  if (!material || !answer)
    throw new Error(`${id} has no material, or its answer cannot be read`);
  const lookups = createLookups(
    { ...material.given, point },
    { profile: material.profile, instructions: writerInstructions },
  );
  const text = textOf(sentences, material.language);
  const grounding = lookups.ground(
    text,
    sentences.map(([sentence, kind, quote]) => ({ sentence, kind, quote })),
  );
  const { checks } = lookups.check(text, []);
  const { qualityScore, analysis } = lookups.judge(text, grounding, checks, {
    ...answer,
    model: 'kept',
    call: noCall,
  });
  const wrong = analysis.reading?.wrong ?? [];
  return {
    id,
    text,
    rating: mean(ratings),
    signs: answer.signs,
    score: qualityScore,
    marks: grounding.sentences.flatMap(({ unsupported }) => unsupported).length,
    found: [
      ...(wrong.some(({ passage }) => passage !== null) ? ['contradicted'] : []),
      ...(wrong.some(({ passage }) => passage === null) ? ['not given'] : []),
      ...(analysis.alreadySaid ? ['already said'] : []),
      ...(analysis.reading?.for ? [] : ['no words for it']),
      ...(analysis.platformCompliance ? [] : ['failed check']),
    ],
  };
}

const textOf = (sentences: RatedDraft['sentences'], language: string) =>
  sentences.map(([sentence]) => sentence).join(language === 'ja' ? '' : ' ');

const mean = (numbers: readonly number[]): number | null =>
  numbers.length === 0
    ? null
    : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Spearman's rank correlation; equal numbers share the mean of their ranks. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const first = ranks(pairs.map(([one]) => one));
  const second = ranks(pairs.map(([, other]) => other));
  const middle = (pairs.length + 1) / 2;
  let together = 0;
  let ofFirst = 0;
  let ofSecond = 0;
  for (const [place, rank] of first.entries()) {
    const one = rank - middle;
    const other = (second[place] ?? middle) - middle;
    together += one * other;
    ofFirst += one * one;
    ofSecond += other * other;
  }
  return together / Math.sqrt(ofFirst * ofSecond);
}

const ranks = (numbers: readonly number[]): number[] =>
  numbers.map((number) => {
    const smaller = numbers.filter((each) => each < number).length;
    const equal = numbers.filter((each) => each === number).length;
    return smaller + (equal + 1) / 2;
  });

const idWidth = 22;

/**
 * Returns a line for each draft, the best rated first, and the rank correlations of the
 * reader's number and of the score with the rating.
 */
export function scoreTable(drafts: readonly ScoredDraft[]): string {
  const rated = drafts.flatMap((draft) =>
    draft.rating === null ? [] : [{ ...draft, rating: draft.rating }],
  );
  const inOrder = drafts.toSorted(
    (one, other) => (other.rating ?? 0) - (one.rating ?? 0),
  );
  const correlation = (of: (draft: ScoredDraft) => number) =>
    rankCorrelation(rated.map((draft) => [draft.rating, of(draft)])).toFixed(2);
  return [
    `${'Draft'.padEnd(idWidth)}  Rated  Signs  Score  Marks  Found`,
    ...inOrder.map(tableLine),
    '',
    rated.length < 2
      ? 'No draft is rated yet.'
      : `Rank correlation with ${rated.length} ratings: the reader’s number ${correlation(({ signs }) => signs)}, the score ${correlation(({ score }) => score)}.`,
  ].join('\n');
}

function tableLine({ id, rating, signs, score, marks, found }: ScoredDraft): string {
  const cells = [
    id.padEnd(idWidth),
    (rating === null ? '' : rating.toFixed(2)).padStart(5),
    String(signs).padStart(5),
    String(score).padStart(5),
    String(marks).padStart(5),
    found.join(', '),
  ];
  return cells.join('  ').trimEnd();
}
