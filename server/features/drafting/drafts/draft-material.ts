import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { DraftRequest, DraftThread } from '../../../providers/language-model/language-model.ts';
import type { VideoService } from '../../videos/video.service.ts';
import type { VoiceService } from '../../voice/profiles/voice.service.ts';
import type { StyleProfileService } from '../../voice/style-profile/style-profile.service.ts';
import type { VersionsService } from '../../voice/versions/versions.service.ts';
import type { Material } from '../grounding/material.ts';
import { chooseExamples } from './examples.rules.ts';

export type DraftedVideo = Awaited<ReturnType<VideoService['get']>>;
export type PromptVideo = Pick<DraftedVideo, 'title' | 'description' | 'channelTitle' | 'tags' | 'language'>;
export type ActiveProfile = NonNullable<Awaited<ReturnType<VoiceService['activeProfile']>>>;

export interface MaterialDeps {
  styleProfiles: Pick<StyleProfileService, 'statistics' | 'texts' | 'markedTexts'>;
  versions: Pick<VersionsService, 'current'>;
}

export type DraftMaterial = Pick<DraftWhy, 'profile' | 'examples' | 'rules'>;

export async function draftMaterial(
  { styleProfiles, versions }: MaterialDeps,
  profile: ActiveProfile | null,
  wanted: { video: PromptVideo; style: CommentStyle; except: readonly string[] },
): Promise<DraftMaterial> {
  const marked = await styleProfiles.markedTexts(profile?.id ?? null);
  const texts = profile ? await styleProfiles.texts(profile.id) : [];
  const examples = chooseExamples(marked, texts, wanted).map(({ kind, id, content }) => ({
    kind,
    id,
    text: content,
  }));
  if (!profile) return { profile: null, examples, rules: [] };
  const { version, rules } = await versions.current(profile.id);
  return { profile: { id: profile.id, name: profile.name, version }, examples, rules };
}

interface Inputs {
  video: PromptVideo;
  style: CommentStyle;
  profile: ActiveProfile | null;
  material: DraftMaterial;
  alternatives: number;
  begun: string;
  about: Pick<Material, 'description' | 'chapters' | 'comments' | 'notes' | 'point'>;
  /** The passages of the transcript that fit the prompt. */
  transcript: string | null;
  steered?: DraftRequest['steered'];
  thread?: DraftThread | undefined;
}

export function draftRequest(inputs: Inputs): DraftRequest {
  const { video, style, profile, material, alternatives, begun, about, transcript, steered, thread } = inputs;
  return {
    style,
    video: {
      title: video.title,
      description: about.description,
      channelTitle: video.channelTitle,
      topics: video.tags,
      language: video.language,
    },
    profile,
    rules: material.rules.map(({ text }) => text),
    examples: material.examples.map(({ text }) => text),
    alternatives,
    corrections: [],
    material: {
      chapters: about.chapters,
      comments: thread ? [] : about.comments,
      transcript,
      notes: about.notes,
      point: about.point,
    },
    ...(steered && { steered }),
    ...(begun !== '' && { begun }),
    ...(thread && { thread }),
  };
}
