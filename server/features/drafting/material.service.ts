import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GivenMaterial, VideoMaterial } from '#shared/contracts/drafts.ts';
import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import { invalid } from '../../core/errors.ts';
import { transcriptPlanner } from '../../text/stretches.rules.ts';
import { readTranscript, type Transcript } from '../../text/transcript.rules.ts';
import { chaptersOf } from '../videos/video.rules.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { OwnCommentsService } from '../voice/own-comments.service.ts';
import type { Material } from './material.rules.ts';
import type { DraftThread, PromptMaterial, PromptProfile } from './prompts/requests.ts';

type Video = Awaited<ReturnType<VideoService['get']>>;

interface Deps {
  videos: Pick<VideoService, 'get' | 'topComments'>;
  ownComments: Pick<OwnCommentsService, 'writtenBefore'>;
}

/** What the material of a draft is gathered from. */
interface MaterialSources {
  video: Video;
  given: GivenMaterial;
  profile: (PromptProfile & { id: number }) | null;
  /** The thread of an answer, whose texts are material as well. */
  thread: DraftThread | undefined;
}

export function createMaterialService({ videos, ownComments }: Deps) {
  return {
    /**
     * Gathers the material of a draft. It has no top comments if they cannot be read from
     * YouTube. Throws 400 for a transcript that cannot be parsed.
     */
    async forDraft({ video, given, profile, thread }: MaterialSources) {
      const { description = true, chapters = true, comments = true } = given.use ?? {};
      const transcript = understood(given.transcript, video.description);
      const ofOthers =
        !thread && comments ? (await videos.topComments(video)).comments : [];
      const subject = [
        video.title,
        video.description,
        given.point,
        thread?.reply.text,
      ].join('\n');
      const material: Material = {
        title: video.title,
        channelTitle: video.channelTitle,
        topics: video.tags,
        description: description ? video.description : null,
        chapters: chapters ? chaptersOf(video.description) : [],
        comments: ofOthers,
        thread: thread ? threadTexts(thread) : [],
        transcript,
        notes: filled(given.notes),
        point: filled(given.point),
        profile: profileTold(profile),
        ownComments: await ownComments.writtenBefore(
          profile?.id ?? null,
          video.id,
          subject,
        ),
      };
      const chosen = given.stretches ?? [];
      const planner =
        transcript &&
        (await inTurns(() => transcriptPlanner(transcript, { ...material, chosen })));
      const { chapters: listed, notes, point, ownComments: own } = material;
      const prompt: PromptMaterial = {
        chapters: listed,
        comments: ofOthers,
        transcript: planner && ((tokens) => planner(tokens).text),
        notes,
        point,
        ownComments: own,
      };
      return { material, prompt, transcript: planner };
    },

    /** Throws 404. */
    async ofVideo(id: number): Promise<VideoMaterial> {
      const video = await videos.get(id);
      const { comments, readAt, missing } = await videos.topComments(video);
      return {
        chapters: chaptersOf(video.description),
        comments,
        commentsReadAt: readAt?.toISOString() ?? null,
        commentsMissing: missing,
        hasCaptions: video.hasCaptions,
      };
    },
  };
}

export type MaterialService = ReturnType<typeof createMaterialService>;

/** Returns null if no transcript was given. Throws 400 if it cannot be parsed. */
function understood(
  pasted: string | undefined,
  description: string | null,
): Transcript | null {
  if (pasted === undefined || pasted.trim() === '') return null;
  const read = readTranscript(
    pasted,
    chaptersOf(description).map(({ title }) => title),
  );
  if ('problem' in read) throw invalid(read.problem);
  return read;
}

/** Lets other requests run before and after the work on a long text. */
async function inTurns<T>(work: () => T): Promise<T> {
  await nextTurn();
  const done = work();
  await nextTurn();
  return done;
}

const filled = (text = '') => (text.trim() === '' ? null : text);

const threadTexts = ({ comment, earlier, reply }: DraftThread) => [
  { author: '', text: comment },
  ...earlier.map(({ authorName, text }) => ({ author: authorName ?? '', text })),
  { author: reply.authorName, text: reply.text },
];

const profileTold = (profile: PromptProfile | null): string[] =>
  profile === null ? [] : allVoiceFields.flatMap((field) => profile[field.name] ?? []);
