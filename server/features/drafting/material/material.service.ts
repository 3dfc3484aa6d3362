import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GivenMaterial, VideoMaterial } from '#shared/contracts/material.ts';
import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { DraftThread, PromptProfile } from '../../../providers/language-model/language-model.ts';
import type { VideoService } from '../../videos/video.service.ts';
import type { DraftedVideo } from '../drafts/draft-material.ts';
import type { Material } from '../grounding/material.ts';
import { chaptersOf } from './chapters.rules.ts';
import { type PromptTranscript, promptTranscript } from './reduce-transcript.rules.ts';
import type { TopCommentsService } from './top-comments.service.ts';
import { parseTranscript } from './transcript.rules.ts';

interface Deps {
  videos: Pick<VideoService, 'get'>;
  topComments: Pick<TopCommentsService, 'of'>;
}

interface Wanted {
  video: DraftedVideo;
  given: GivenMaterial;
  profile: PromptProfile | null;
  /** What an answer stands in is its material too. */
  thread: DraftThread | undefined;
}

export interface GatheredMaterial {
  material: Material;
  /** What the prompt has room for; null without a transcript. */
  promptTranscript: PromptTranscript | null;
}

const promptCharacters = 12_000;

export function createMaterialService({ videos, topComments }: Deps) {
  return {
    /** Gathers what a draft may speak about. A video whose comments cannot be read goes without them. */
    async forDraft({ video, given, profile, thread }: Wanted): Promise<GatheredMaterial> {
      const { description = true, chapters = true, comments = true } = given.use ?? {};
      const ofOthers = !thread && comments ? (await topComments.of(video)).comments : [];
      const transcript = parseTranscript(given.transcript ?? '');
      const hasTranscript = transcript.lines.length > 0;
      const material: Material = {
        title: video.title,
        channelTitle: video.channelTitle,
        topics: video.tags,
        description: description ? video.description : null,
        chapters: chapters ? chaptersOf(video.description) : [],
        comments: thread ? threadTexts(thread) : ofOthers,
        transcript: hasTranscript ? transcript : null,
        notes: filled(given.notes),
        point: filled(given.point),
        profile: experienceTold(profile),
      };
      if (!hasTranscript) return { material, promptTranscript: null };
      // Other requests have a turn between two readings of a long text.
      await nextTurn();
      const shortened = promptTranscript(transcript, { ...material, budget: promptCharacters });
      await nextTurn();
      return { material, promptTranscript: shortened };
    },

    /** Throws 404. */
    async ofVideo(id: number): Promise<VideoMaterial> {
      const video = await videos.get(id);
      const { comments, readAt, missing } = await topComments.of(video);
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

const filled = (text = '') => (text.trim() === '' ? null : text);

const threadTexts = ({ comment, reply }: DraftThread) => [
  { author: '', text: comment, likeCount: null },
  { author: reply.authorName, text: reply.text, likeCount: null },
];

function experienceTold(profile: PromptProfile | null): string[] {
  if (profile === null) return [];
  return allVoiceFields.flatMap((field) => (field.tellsExperience ? (profile[field.name] ?? []) : []));
}
