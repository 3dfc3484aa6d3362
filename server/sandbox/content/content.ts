import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The motifs a thumbnail may show, by field. Each field has one file of videos. */
export const motifsByField = {
  platform: ['nodes', 'pipeline', 'gauge', 'stack'],
  databases: ['cylinder', 'tree', 'table', 'lock'],
  web: ['brackets', 'layers', 'cursor', 'grid'],
  ai: ['graph', 'dots', 'funnel', 'prompt'],
  audio: ['waveform', 'fader', 'microphone', 'knob'],
  woodworking: ['plane', 'joint', 'saw', 'chair'],
  teaching: ['blackboard', 'book', 'clock', 'hands'],
  finance: ['coins', 'chart', 'calendar', 'house'],
} as const;

const fieldSchema = z.enum(Object.keys(motifsByField) as (keyof typeof motifsByField)[]);
const languageSchema = z.enum(['en', 'de', 'es', 'ja', 'fr']);
const handleSchema = z.string().regex(/^@[\p{L}\p{N}][\p{L}\p{N}._-]{2,29}$/u);
const countSchema = z.int().nonnegative();
const secondsSchema = z.int().nonnegative();

/** Counts words; a sign such as € or % that stands alone is not a word. */
const wordCount = (text: string) =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

export const channelSchema = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]+$/),
  field: fieldSchema,
  title: z.string().min(3).max(60),
  handle: handleSchema,
  language: languageSchema,
  about: z.string().min(20).max(400),
  subscribers: countSchema,
});

/** A shorter quote would occur in almost any text. */
const MIN_QUOTE_LENGTH = 6;

const sourcedSentenceSchema = z.strictObject({
  text: z.string().min(3),
  kind: z.enum(['description', 'chapter', 'comment', 'transcript']),
  /** The passage that supports the sentence, copied exactly. */
  quote: z.string().min(MIN_QUOTE_LENGTH),
});

const unsourcedSentenceSchema = z.strictObject({
  text: z.string().min(3),
  kind: z.enum(['own_knowledge', 'none']),
  quote: z.literal(''),
});

export const sentenceSchema = z.discriminatedUnion('kind', [
  sourcedSentenceSchema,
  unsourcedSentenceSchema,
]);

const draftSentencesSchema = z.array(sentenceSchema).min(2).max(4);

/** A reviewer's assessment of a draft; `for` and `against` quote words of the draft. */
const readingSchema = z.strictObject({
  for: z.string().min(1),
  against: z.string(),
  score: z.int().min(55).max(92),
  engagement: z.string().min(1),
  accuracy: z.string().min(1),
  tone: z.string().min(1),
});

/** Versions of the insightful draft, one for each button of the generate dialog. */
const changesSchema = z.strictObject({
  shorter: z.array(sentenceSchema).min(1).max(4),
  more_concrete: draftSentencesSchema,
  less_certain: draftSentencesSchema,
  ask_instead: z.array(sentenceSchema).min(1).max(2),
});

const draftSchema = z.strictObject({
  sentences: draftSentencesSchema,
  reading: readingSchema,
});

const insightfulDraftSchema = draftSchema.extend({
  takes: z.tuple([draftSentencesSchema, draftSentencesSchema]),
  changes: changesSchema.optional(),
  withTranscript: draftSentencesSchema.optional(),
});

const videoCommentSchema = z.strictObject({
  by: handleSchema,
  text: z.string().min(1),
  likes: countSchema,
  afterHours: z.number().nonnegative(),
});

const chapterSchema = z.strictObject({ at: secondsSchema, title: z.string().min(1) });

const spokenPieceSchema = z.strictObject({ at: secondsSchema, text: z.string().min(1) });

export const videoSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  channel: z.string(),
  title: z.string().min(10).max(90),
  language: languageSchema,
  /**
   * Days before the sandbox starts. A negative number means the video is published that
   * many days after the start.
   */
  ageDays: z.number().min(-12).max(900),
  views: countSchema,
  likes: countSchema,
  commentCount: countSchema,
  durationSeconds: z.int().positive(),
  tags: z.array(z.string().min(2)).min(3).max(8),
  description: z.string().max(1200),
  chapters: z.union([z.array(chapterSchema).min(5).max(9), z.tuple([])]),
  thumbnail: z.strictObject({
    // Japanese is written without spaces, so its words cannot be counted here.
    text: z.string().refine((text) => wordCount(text) <= 4, 'at most four words'),
    motif: z.string(),
  }),
  comments: z.array(videoCommentSchema).min(8).max(15),
  transcript: z.array(spokenPieceSchema).min(25).max(60).optional(),
  drafts: z.strictObject({
    insightful: insightfulDraftSchema,
    supportive: draftSchema,
    questioning: draftSchema,
  }),
  /**
   * A stranger's reply to the insightful draft once it is posted, and the owner's answer.
   */
  reply: z
    .strictObject({
      by: handleSchema,
      text: z.string().min(1),
      answer: z.array(sentenceSchema).min(1).max(3),
    })
    .optional(),
});

/**
 * A video of the sample month. It has only the draft that was used, because nobody drafts
 * about it any more.
 */
export const monthVideoSchema = videoSchema
  .omit({ drafts: true, reply: true, transcript: true })
  .extend({
    field: fieldSchema,
    comments: z.array(videoCommentSchema).min(3),
    commentsOff: z.boolean(),
    draft: draftSchema.extend({
      style: z.enum(['insightful', 'supportive', 'questioning']),
    }),
  });
export type MonthVideo = z.infer<typeof monthVideoSchema>;

export type Field = keyof typeof motifsByField;
export type Channel = z.infer<typeof channelSchema>;
export type Sentence = z.infer<typeof sentenceSchema>;
export type PreparedReading = z.infer<typeof readingSchema>;
export type VideoRecord = z.infer<typeof videoSchema>;

export interface Video extends VideoRecord {
  field: Field;
}

export interface Content {
  channels: Channel[];
  videos: Video[];
}

/**
 * Searches the parent folders: the bundle is in dist/server/, the source in
 * server/sandbox/content/.
 */
export function findContentFolder(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'server/sandbox/content');
    if (existsSync(join(candidate, 'channels.jsonl'))) return candidate;
    if (dirname(folder) === folder)
      throw new Error(`There is no server/sandbox/content above ${from}.`);
  }
}

/**
 * Reads one record per line. Throws an error that names the file and line of an invalid
 * record.
 */
export function readRecords<T>(path: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line, index) => {
    try {
      return schema.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(`${path}, line ${index + 1}, cannot be read.`, { cause });
    }
  });
}

/** Joins the sentences of a comment. Japanese puts no space between them. */
export const textOf = (
  sentences: readonly Sentence[],
  language: VideoRecord['language'],
): string => sentences.map(({ text }) => text).join(language === 'ja' ? '' : ' ');

export function loadContent(folder: string = findContentFolder()): Content {
  const videoFiles = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && name !== 'channels.jsonl')
    .sort();
  const videos = videoFiles.flatMap((name) => {
    const field = fieldSchema.parse(name.replace(/\.jsonl$/, ''));
    return readRecords(join(folder, name), videoSchema).map((video) => ({
      ...video,
      field,
    }));
  });
  return { channels: readRecords(join(folder, 'channels.jsonl'), channelSchema), videos };
}

/** Reads the older videos that the comments of the sample month are about. */
export const loadMonthVideos = (folder: string = findContentFolder()): MonthVideo[] =>
  readRecords(join(folder, 'month/videos.jsonl'), monthVideoSchema);
