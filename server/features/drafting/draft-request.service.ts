import type { DraftWhy, GivenMaterial } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import { neutralVoiceLimit } from '#shared/rules/comment-text.ts';
import type {
  DraftRequest,
  DraftThread,
  OwnComment,
  PromptMaterial,
} from '../../providers/language-model/language-model.ts';
import type { TranscriptPlanner } from '../../text/stretches.rules.ts';
import type { VideoService } from '../videos/videos.service.ts';
import { chooseExamples } from '../voice/own-comments.rules.ts';
import type { OwnCommentsService } from '../voice/own-comments.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import type { StyleRulesService } from '../voice/style-rules.service.ts';
import { createLookups, type Lookups } from './lookups.rules.ts';
import type { MaterialService } from './material.service.ts';

export type DraftedVideo = Awaited<ReturnType<VideoService['get']>>;
export type DraftSubject = Pick<DraftedVideo, 'title' | 'description' | 'channelTitle' | 'tags' | 'language'>;
export type ActiveProfile = NonNullable<Awaited<ReturnType<VoiceService['activeProfile']>>>;

export interface VoiceSources {
  voice: Pick<VoiceService, 'activeProfile'>;
  ownComments: Pick<OwnCommentsService, 'texts' | 'markedTexts'>;
  rules: Pick<StyleRulesService, 'current'>;
}

export interface Wanted {
  style: CommentStyle;
  given: GivenMaterial;
  /** What an answer stands in. */
  thread?: DraftThread | undefined;
  /** Texts of this comment, which are no example for it. */
  except?: readonly string[];
}

/** What a comment is written, looked up and read with. */
export interface Prepared {
  profile: ActiveProfile | null;
  lookups: Lookups;
  request: DraftRequest;
  why: Pick<DraftWhy, 'profile' | 'examples' | 'rules'>;
  /** What of the transcript a prompt holds; null without one. */
  transcript: TranscriptPlanner | null;
}

export interface PrepareDeps extends VoiceSources {
  materials: Pick<MaterialService, 'forDraft'>;
  /** What the prompt says by itself: no draft may repeat it. */
  instructions: string;
}

export function createPreparation({ materials, instructions, ...sources }: PrepareDeps) {
  return async function prepare(video: DraftedVideo, wanted: Wanted): Promise<Prepared> {
    const { style, given, thread, except = [] } = wanted;
    const profile = await sources.voice.activeProfile();
    const voice = await voiceFor(sources, profile, {
      video: thread ? withThread(video, thread) : video,
      style,
      except,
    });
    const gathered = await materials.forDraft({ video, given, profile, thread });
    const { given: known } = gathered;
    // The model sees the examples too, and what they tell is the person's.
    const everything = { ...known, ownComments: [...known.ownComments, ...voice.texts] };
    const lookups = createLookups(everything, { profile, instructions });
    const request = {
      ...draftRequest({
        video: { ...video, description: gathered.given.description },
        style,
        profile,
        voice,
        material: gathered.prompt,
      }),
      ...(thread && { thread }),
    };
    return {
      profile,
      lookups: profile ? lookups : inNoVoice(lookups),
      request,
      why: voice.why,
      transcript: gathered.transcript,
    };
  };
}

/** A draft in nobody's voice is never excellent (rule 4.8). */
const inNoVoice = (lookups: Lookups): Lookups => ({
  ...lookups,
  judge(...draft) {
    const { qualityScore, ...judged } = lookups.judge(...draft);
    return { ...judged, qualityScore: Math.min(qualityScore, neutralVoiceLimit) };
  },
});

interface Voice {
  why: Pick<DraftWhy, 'profile' | 'examples' | 'rules'>;
  /** The examples, as texts of the person's. */
  texts: OwnComment[];
}

export async function voiceFor(
  sources: Omit<VoiceSources, 'voice'>,
  profile: ActiveProfile | null,
  wanted: { video: DraftSubject; style: CommentStyle; except: readonly string[] },
): Promise<Voice> {
  const marked = await sources.ownComments.markedTexts(profile?.id ?? null);
  const texts = profile ? await sources.ownComments.texts(profile.id) : [];
  const chosen = chooseExamples(marked, texts, wanted);
  const examples = chosen.map(({ kind, id, content }) => ({ kind, id, text: content }));
  const own = chosen.map(({ content, at }) => ({ text: content, at, videoTitle: null }));
  if (!profile) return { why: { profile: null, examples, rules: [] }, texts: own };
  const { version, rules } = await sources.rules.current(profile.id);
  const { id, name } = profile;
  return { why: { profile: { id, name, version }, examples, rules }, texts: own };
}

interface RequestParts {
  video: DraftSubject;
  style: CommentStyle;
  profile: ActiveProfile | null;
  voice: Voice;
  material: PromptMaterial;
}

export function draftRequest({ video, voice, ...parts }: RequestParts): DraftRequest {
  const { title, description, channelTitle, tags, language } = video;
  return {
    ...parts,
    video: { title, description, channelTitle, topics: tags, language },
    rules: voice.why.rules.map(({ text }) => text),
    examples: voice.why.examples.map(({ text }) => text),
    corrections: [],
  };
}

/** An answer is about its thread as well. */
function withThread(video: DraftSubject, { comment, reply }: DraftThread): DraftSubject {
  return { ...video, description: [video.description ?? '', comment, reply.text].join('\n') };
}
