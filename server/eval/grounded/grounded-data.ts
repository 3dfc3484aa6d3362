import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Material } from '../../features/drafting/grounding/material.ts';
import { chaptersOf } from '../../features/drafting/material/chapters.rules.ts';
import { parseTranscript } from '../../features/drafting/material/transcript.rules.ts';
import type { SourceClaim } from '../../providers/language-model/language-model.ts';

/** The rules were made with `tuning` alone. */
export type Half = 'aside' | 'tuning';

export const sentenceKinds = [
  'true',
  'invented_number',
  'wrong_name',
  'wrong_time',
  'altered_quote',
  'wrong_video',
  'filler',
  'already_said',
] as const;
export type SentenceKind = (typeof sentenceKinds)[number];

const videoSchema = z.object({
  title: z.string(),
  channel: z.string(),
  language: z.string(),
  tags: z.array(z.string()),
  description: z.string(),
  comments: z.array(z.object({ author: z.string(), likes: z.int(), text: z.string() })),
  profile: z.string(),
  point: z.string(),
  notes: z.union([z.string(), z.array(z.string()).transform((notes) => notes.join('\n'))]),
});

const sentenceSchema = z.object({
  kind: z.enum(sentenceKinds),
  text: z.string(),
  claim: z.object({ kind: z.custom<SourceClaim['kind']>(), quote: z.string() }).nullable(),
});

export interface GroundedVideo {
  video: z.infer<typeof videoSchema>;
  transcript: string;
  material: Material;
  sentences: z.infer<typeof sentenceSchema>[];
}

/** Reads the videos of a half, each with its transcript and its labelled sentences. */
export function readHalf(half: Half): GroundedVideo[] {
  const folder = join(import.meta.dirname, half);
  const files = readdirSync(folder);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const slugs = files.flatMap((name) => /^(.+)\.sentences\.json$/.exec(name)?.[1] ?? []);
  return slugs.map((slug) => {
    const video = videoSchema.parse(JSON.parse(read(`${slug}.json`)));
    const transcript = read(files.find((name) => name.startsWith(`${slug}.transcript.`)) ?? '');
    const sentences = z.array(sentenceSchema).parse(JSON.parse(read(`${slug}.sentences.json`)));
    return { video, transcript, sentences, material: materialOf(video, transcript) };
  });
}

const materialOf = (video: GroundedVideo['video'], transcript: string): Material => ({
  title: video.title,
  channelTitle: video.channel,
  topics: video.tags,
  description: video.description,
  chapters: chaptersOf(video.description),
  comments: video.comments.map(({ author, text, likes }) => ({ author, text, likeCount: likes })),
  transcript: parseTranscript(transcript),
  notes: video.notes,
  point: video.point,
  profile: [video.profile],
});
