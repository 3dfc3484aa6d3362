import type { DraftWhy, GivenMaterial } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import { neutralVoiceLimit } from '#shared/rules/comment-text.ts';
import { notFound } from '../../core/errors.ts';
import type { TranscriptPlanner } from '../../text/stretches.rules.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { OwnComment } from '../voice/own-comments.rules.ts';
import { chooseExamples } from '../voice/own-comments.rules.ts';
import type { OwnCommentsService } from '../voice/own-comments.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import type { StyleRulesService } from '../voice/style-rules.service.ts';
import { createLookups, type Lookups } from './lookups.rules.ts';
import type { MaterialService } from './material.service.ts';
import type { DraftRequest, DraftThread, PromptMaterial } from './prompts/requests.ts';

export type DraftedVideo = Awaited<ReturnType<VideoService['get']>>;
export type DraftSubject = Pick<
  DraftedVideo,
  'title' | 'description' | 'channelTitle' | 'tags' | 'language'
>;
export type ActiveProfile = NonNullable<
  Awaited<ReturnType<VoiceService['activeProfile']>>
>;

export interface VoiceSources {
  voice: Pick<VoiceService, 'activeProfile' | 'profiles'>;
  ownComments: Pick<OwnCommentsService, 'texts' | 'markedTexts'>;
  rules: Pick<StyleRulesService, 'current'>;
}

export interface DraftInput {
  style: CommentStyle;
  /** What the owner gave for this draft. */
  given: GivenMaterial;
  thread?: DraftThread | undefined;
  /** Texts of the comment itself, which are left out of its examples. */
  except?: readonly string[] | undefined;
}

export interface Prepared {
  profile: ActiveProfile | null;
  lookups: Lookups;
  request: DraftRequest;
  why: Pick<DraftWhy, 'profile' | 'examples' | 'rules'>;
  /**
   * Returns the part of the transcript that fits into a number of tokens; null without a
   * transcript.
   */
  transcript: TranscriptPlanner | null;
}

export interface PrepareDeps extends VoiceSources {
  materials: Pick<MaterialService, 'forDraft'>;
  /** The prompt's own instructions, which no draft may repeat. */
  instructions: string;
}

export function createPreparation({ materials, instructions, ...sources }: PrepareDeps) {
  return async function prepare(
    video: DraftedVideo,
    input: DraftInput,
  ): Promise<Prepared> {
    const { style, given, thread, except } = input;
    const profile = await voiceOf(sources.voice, given.voiceProfileId);
    const { material, prompt, transcript } = await materials.forDraft({
      video,
      given,
      profile,
      thread,
    });
    const { request, why, ownTexts } = await requestInVoice(sources, profile, {
      video: { ...video, description: material.description },
      style,
      material: prompt,
      thread,
      except,
    });
    // Examples are sources as well, since the model sees them and the owner wrote them.
    const withExamples = {
      ...material,
      ownComments: [...material.ownComments, ...ownTexts],
    };
    const lookups = createLookups(withExamples, { profile, instructions });
    return {
      profile,
      lookups: profile ? lookups : inNoVoice(lookups),
      request,
      why,
      transcript,
    };
  };
}

/**
 * Returns the profile chosen for a draft; null for a neutral voice (`chosenId` null).
 * Falls back to the active profile if nothing was chosen, or if the chosen profile was
 * deleted since.
 */
async function voiceOf(
  voice: VoiceSources['voice'],
  chosenId: GivenMaterial['voiceProfileId'],
): Promise<ActiveProfile | null> {
  if (chosenId === null) return null;
  const profiles = chosenId === undefined ? [] : await voice.profiles();
  return profiles.find(({ id }) => id === chosenId) ?? voice.activeProfile();
}

/** Throws 404 if a request names a profile that does not exist. */
export async function refuseUnknownVoice(
  voice: Pick<VoiceService, 'profiles'>,
  { voiceProfileId }: Pick<GivenMaterial, 'voiceProfileId'>,
): Promise<void> {
  if (voiceProfileId === undefined || voiceProfileId === null) return;
  const profiles = await voice.profiles();
  if (!profiles.some(({ id }) => id === voiceProfileId))
    throw notFound('This voice profile');
}

/**
 * Limits the score of a draft without a voice profile, which is never excellent (rule
 * 4.8).
 */
const inNoVoice = (lookups: Lookups): Lookups => ({
  ...lookups,
  judge(text, grounding, checks, answer) {
    const { qualityScore, ...judged } = lookups.judge(text, grounding, checks, answer);
    return { ...judged, qualityScore: Math.min(qualityScore, neutralVoiceLimit) };
  },
});

/**
 * For a draft about which nothing is known but the video's title, description and topics.
 */
export const noMaterial: PromptMaterial = {
  chapters: [],
  comments: [],
  transcript: null,
  notes: null,
  point: null,
  ownComments: [],
};

interface RequestParts extends Pick<DraftInput, 'style' | 'thread' | 'except'> {
  video: DraftSubject;
  material: PromptMaterial;
}

/** Adds a voice's examples and rules to the request, and returns which ones it added. */
export async function requestInVoice(
  sources: Omit<VoiceSources, 'voice'>,
  profile: ActiveProfile | null,
  { video, style, material, thread, except = [] }: RequestParts,
): Promise<{ request: DraftRequest; why: Prepared['why']; ownTexts: OwnComment[] }> {
  const { title, description, channelTitle, tags, language } = video;
  // Examples for an answer should match its thread as well.
  const about = [description, thread?.comment, thread?.reply.text].join('\n');
  const marked = await sources.ownComments.markedTexts(profile?.id ?? null);
  const texts = profile ? await sources.ownComments.texts(profile.id) : [];
  const examples = chooseExamples(marked, texts, {
    video: { title, description: about, tags },
    style,
    except,
  });
  const current = profile && (await sources.rules.current(profile.id));
  const rules = current?.rules ?? [];
  return {
    request: {
      video: { title, description, channelTitle, topics: tags, language },
      style,
      profile,
      rules: rules.map(({ text }) => text),
      examples: examples.map(({ content }) => content),
      corrections: [],
      material,
      ...(thread && { thread }),
    },
    why: {
      profile: profile &&
        current && { id: profile.id, name: profile.name, version: current.version },
      examples: examples.map(({ kind, id, content }) => ({ kind, id, text: content })),
      rules,
    },
    ownTexts: examples.map(({ content, at }) => ({
      text: content,
      at,
      videoTitle: null,
    })),
  };
}
