import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Alternative, DraftWhy } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { GivenMaterial } from '#shared/contracts/material.ts';
import { AppError } from '../../../core/errors.ts';
import type {
  Draft,
  DraftCall,
  DraftRequest,
  DraftThread,
  LanguageModel,
} from '../../../providers/language-model/language-model.ts';
import { foreignText, toUserError } from '../../language-model/model-failures.rules.ts';
import type { ModelSettingsService } from '../../language-model/model-settings.service.ts';
import type { NewDraft } from '../../review/redraft.rules.ts';
import type { VoiceService } from '../../voice/profiles/voice.service.ts';
import { isForeign } from '../checks/checks.rules.ts';
import { backgroundRuns } from '../checks/profile-text.rules.ts';
import type { DraftingRepository } from '../drafting.repository.ts';
import { withoutForeignQuotes } from '../grounding/foreign-quotes.rules.ts';
import { createGrounding, type GroundDraft } from '../grounding/ground-draft.rules.ts';
import type { MaterialService } from '../material/material.service.ts';
import type { PromptTranscript } from '../material/reduce-transcript.rules.ts';
import { type ExaminedAlternative, offeredAlternatives } from './alternatives.rules.ts';
import {
  better,
  type Candidate,
  examine,
  measured,
  withinLimit,
  withoutForeignText,
} from './candidate.rules.ts';
import {
  type DraftedVideo,
  type DraftMaterial,
  draftMaterial,
  draftRequest,
  type MaterialDeps,
} from './draft-material.ts';
import { createLiveDraft, type DraftStreamListener } from './live-draft.ts';
import { wholeComment } from './shown-words.rules.ts';

interface Deps extends MaterialDeps {
  languageModel: Pick<LanguageModel, 'draft'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  repository: Pick<DraftingRepository, 'earlierTexts'>;
  materials: Pick<MaterialService, 'forDraft'>;
  modelSettings: Pick<ModelSettingsService, 'requireModel'>;
}

export interface DraftOptions {
  replaced?: readonly string[];
  alternatives?: number;
  /** The kept text of a draft that broke off. */
  begun?: string | undefined;
  listener?: DraftStreamListener | undefined;
  /** What an answer stands in. */
  thread?: DraftThread | undefined;
  given?: GivenMaterial;
  steered?: DraftRequest['steered'];
}

export interface FinishedDraft {
  draft: NewDraft;
  why: DraftWhy;
  alternatives: Alternative[];
  material: GivenMaterial;
}

const rewritten = 'The first draft did not pass the checks, so it was written again.';
const mended = 'The model’s text was corrected before it was kept.';

const comparedTexts = 200;

/** Drafts, checks, rewrites once what failed a check, and scores (rule 8.2). Throws AppError. */
export function createDraftMaker(deps: Deps) {
  const { languageModel, voice, repository, materials, modelSettings, ...sources } = deps;
  return async function makeDraft(
    video: DraftedVideo,
    style: CommentStyle,
    { replaced = [], alternatives = 0, begun = '', listener, thread, given = {}, steered }: DraftOptions = {},
  ): Promise<FinishedDraft> {
    // Gathering the material may cost a unit of YouTube's.
    await modelSettings.requireModel();
    const profile = await voice.activeProfile();
    const subject = thread ? withThread(video, thread) : video;
    const material = await draftMaterial(sources, profile, { video: subject, style, except: replaced });
    const gathered = await materials.forDraft({ video, given, profile, thread });
    const { material: about, promptTranscript: transcript } = gathered;
    const request = draftRequest({
      video,
      style,
      profile,
      material,
      alternatives,
      begun,
      thread,
      steered,
      about,
      transcript: transcript?.text ?? null,
    });
    const background = backgroundRuns(profile);
    const check = createGrounding(about);
    const ground: GroundDraft = (text, claims) => ({
      ...withoutForeignQuotes(check(text, claims), (quote) => isForeign(quote, { background })),
      // An answer takes up the words it answers.
      ...(thread && { alreadySaid: null }),
    });
    const told = [...about.profile, about.point, about.notes, thread?.comment].filter((text) => text != null);
    const ownStyle = profile ? await sources.styleProfiles.statistics(profile.id) : null;
    const calls: DraftCall[] = [];
    const live = listener && createLiveDraft(listener, begun, (text) => isForeign(text, { background }));

    async function candidate(corrections: readonly string[], grow = (_: string) => {}): Promise<Candidate> {
      const progress = listener && { signal: listener.signal, onComment: grow };
      const draft = await toUserError(languageModel.draft({ ...request, corrections }, progress));
      calls.push(draft.call);
      return examine(
        { ...draft, comment: wholeComment(begun, draft.comment) },
        {
          avoidWords: profile?.avoidWords ?? null,
          background,
          material: about,
          ground,
          profile,
          ownStyle,
          told,
          isAnswer: thread !== undefined,
          // Read after the model answered, so that parallel drafts see each other.
          earlierTexts: [
            ...replaced,
            ...(await repository.earlierTexts(thread ? null : video.id, comparedTexts)),
            // A shorter version is meant to be close to the text it comes from.
          ].filter((text) => text !== steered?.text),
        },
      );
    }

    const first = await candidate([], live?.grow);
    const best = first.corrections.length === 0 ? first : better(first, await redraft(first, candidate));
    const own = withoutForeignText(best);
    if (!own) {
      live?.settle('', mended);
      throw foreignText();
    }
    const kept = withinLimit(own);
    const { draft, context } = kept;
    live?.settle(draft.comment, best === first ? mended : rewritten);
    const { qualityScore, analysis } = measured(kept);
    const { engagementPotential, technicalAccuracy, tone } = draft;
    const examined: ExaminedAlternative[] = [];
    for (const { angle, ...other } of draft.alternatives) {
      // Each takes time beside a long transcript; other requests have a turn in between.
      await nextTurn();
      examined.push({ angle, candidate: examine({ ...draft, ...other }, context) });
    }
    return {
      draft: {
        content: draft.comment,
        style,
        qualityScore,
        analysis: { engagementPotential, technicalAccuracy, tone, ...analysis },
        voiceProfileId: profile?.id ?? null,
        model: draft.model,
      },
      why: { ...draftWhy(draft, calls, material), transcript: transcript && usedOf(transcript) },
      alternatives: offeredAlternatives(kept, examined),
      material: given,
    };
  };
}

const usedOf = ({ words, usedWords }: PromptTranscript) => ({ words, usedWords });

/** An answer is about its thread as well. */
function withThread(video: DraftedVideo, { comment, reply }: DraftThread): DraftedVideo {
  return { ...video, description: [video.description ?? '', comment, reply.text].join('\n') };
}

/** Returns the first draft if the model fails: a flagged draft is better than none. */
async function redraft(
  first: Candidate,
  candidate: (corrections: readonly string[]) => Promise<Candidate>,
): Promise<Candidate> {
  try {
    return await candidate(first.corrections);
  } catch (error) {
    if (error instanceof AppError) return first;
    throw error;
  }
}

function draftWhy(kept: Draft, calls: readonly DraftCall[], material: DraftMaterial): DraftWhy {
  const tokens = calls.map((call) => call.tokens).filter((used) => used !== null);
  const costs = calls.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    promptVersion: kept.call.promptVersion,
    parts: [...kept.call.parts],
    ...material,
    model: kept.model,
    tokens:
      tokens.length === 0
        ? null
        : { input: sum(tokens.map(({ input }) => input)), output: sum(tokens.map(({ output }) => output)) },
    costUsd: costs.length === 0 ? null : sum(costs),
  };
}
