import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { CreateVoiceProfile } from '#shared/contracts/voice.ts';
import type { videos } from '#shared/schema.ts';
import { createTestCatalogue } from '../testing/catalogue/test-catalogue.ts';
import written from '../testing/model-servers/written-comments.json' with {
  type: 'json',
};

export const readLines = <T>(file: string, record: z.ZodType<T>): T[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => record.parse(JSON.parse(line)));

/** What the writer is given about a video besides a transcript. */
export const videoFields = {
  language: z.string(),
  title: z.string(),
  channelTitle: z.string(),
  topics: z.array(z.string()),
  description: z.string(),
  chapters: z.array(z.object({ at: z.int(), title: z.string() })),
  comments: z.array(
    z.object({ author: z.string(), text: z.string(), likeCount: z.int().nullable() }),
  ),
};

export const ownCommentsSchema = z.array(
  z.object({ text: z.string(), at: z.coerce.date(), videoTitle: z.string().nullable() }),
);

/**
 * Half of the videos were used to tune the look-ups and half were held back. The key
 * begins with the half's name.
 */
export const labelledVideos = readLines(
  'videos.jsonl',
  z.object({
    ...videoFields,
    key: z.string(),
    transcript: z.string(),
    /** Who writes, then how they write, then their fields of expertise. */
    profile: z.array(z.string()),
    ownComments: ownCommentsSchema,
  }),
);

const engineer = {
  name: 'Dry engineer',
  description:
    'Platform engineer. Ran Kubernetes and Postgres for a payments company for twelve years.',
  expertiseAreas: ['Kubernetes', 'Postgres', 'Reliability'],
  communicationStyle:
    'Short declarative sentences. Numbers over adjectives. No greeting.',
  avoidWords: 'game changer, leverage, deep dive, awesome',
  customInstructions: 'At most three sentences. No exclamation marks, no emoji.',
};

export const groups = ['with transcript', 'sandbox'] as const;

/** One draft to write, with everything it is written from. */
export interface EvalCase {
  group: (typeof groups)[number];
  video: Partial<typeof videos.$inferInsert> & { title: string };
  transcript: string | null;
  profile: Partial<CreateVoiceProfile> & { name: string };
  ownComments: readonly string[];
}

const withTranscript = labelledVideos
  .filter(({ key }) => key.startsWith('aside/'))
  .map(
    ({
      title,
      channelTitle,
      topics,
      description,
      language,
      transcript,
      profile,
      ownComments,
    }): EvalCase => ({
      group: 'with transcript',
      video: { title, channelTitle, tags: topics, description, language },
      transcript,
      profile: {
        name: channelTitle,
        description: profile.slice(0, 2).join(' '),
        expertiseAreas: profile.slice(2),
      },
      ownComments: ownComments.map(({ text }) => text),
    }),
  );

/**
 * Returns the sandbox's videos that have hand-written comments. Details of the videos
 * come from the sandbox.
 */
function ofSandbox(now: Date): EvalCase[] {
  const titles = new Set(written.map(({ title }) => title));
  return createTestCatalogue(now)
    .searchable(now)
    .filter(({ title }) => titles.has(title))
    .map(({ id, title, channelTitle, channelId, tags, description, language }) => ({
      group: 'sandbox',
      video: {
        youtubeId: id,
        title,
        channelTitle,
        channelId,
        tags: [...tags],
        description,
        language,
      },
      transcript: null,
      profile: engineer,
      ownComments: [],
    }));
}

export const evalCases = (now: Date): EvalCase[] => [
  ...withTranscript,
  ...ofSandbox(now),
];
