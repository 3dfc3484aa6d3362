import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import type { Alternative, DraftWhy } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import { AppError } from '../../../core/errors.ts';
import type { DraftCall, LanguageModel } from '../../../providers/language-model/language-model.ts';
import { foreignText, toUserError } from '../../language-model/model-failures.rules.ts';
import type { NewDraft } from '../../review/redraft.rules.ts';
import type { VoiceService } from '../../voice/profiles/voice.service.ts';
import { isForeign } from '../checks/checks.rules.ts';
import { backgroundRuns } from '../checks/profile-text.rules.ts';
import type { DraftingRepository } from '../drafting.repository.ts';
import { scoreDraft } from '../scoring/score.rules.ts';
import { better, type Candidate, examine, ownWordsOnly, withinLimit } from './candidate.rules.ts';
import { type DraftedVideo, draftMaterial, type MaterialDeps } from './draft-material.ts';
import { draftRequest } from './draft-request.ts';
import { draftWhy } from './draft-why.ts';
import { createLiveDraft, type DraftStreamListener } from './live-draft.ts';
import { offeredAlternatives } from './offered.rules.ts';
import { goneOn } from './shown-words.rules.ts';

interface Deps extends MaterialDeps {
  languageModel: Pick<LanguageModel, 'draft'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  repository: Pick<DraftingRepository, 'earlierTexts'>;
}

export interface DraftOptions {
  /** Texts under this video that the draft takes the place of. */
  replaced?: readonly string[];
  /** How many other drafts to choose from. */
  alternatives?: number;
  /** What it goes on from. */
  begun?: string | undefined;
  onlooker?: DraftStreamListener | undefined;
}

export interface FinishedDraft {
  draft: NewDraft;
  why: DraftWhy;
  alternatives: Alternative[];
}

/** Why an onlooker sees other words than before. */
const rewritten = 'The first draft did not pass the checks, so it was written again.';
const mended = 'What the model wrote was mended before it was kept.';

/** How far back we look for a comment that says the same. */
const comparedTexts = 200;

/** Drafts, checks, redrafts once what failed a check, and scores (DESIGN §8). Throws AppError. */
export function createDraftMaker({ languageModel, voice, repository, ...sources }: Deps) {
  return async function makeDraft(
    video: DraftedVideo,
    style: CommentStyle,
    { replaced = [], alternatives = 0, begun = '', onlooker }: DraftOptions = {},
  ): Promise<FinishedDraft> {
    const profile = await voice.activeProfile();
    const material = await draftMaterial(sources, profile, { video, style, except: replaced });
    const request = draftRequest({ video, style, profile, material, alternatives, begun });
    const background = backgroundRuns(request.profile);
    const heard = profile ? await sources.styleProfiles.voice(profile.id) : null;
    const calls: DraftCall[] = [];
    const live = onlooker && createLiveDraft(onlooker, begun, (text) => isForeign(text, { background }));

    async function candidate(corrections: readonly string[], grow = (_: string) => {}): Promise<Candidate> {
      const watch = onlooker && { signal: onlooker.signal, onComment: grow };
      const draft = await toUserError(languageModel.draft({ ...request, corrections }, watch));
      calls.push(draft.call);
      return examine(
        { ...draft, comment: goneOn(begun, draft.comment) },
        {
          avoidWords: profile?.avoidWords ?? null,
          background,
          video,
          profile: request.profile,
          voice: heard,
          // Read after the model answered, so that drafts made at the same time see each other.
          earlierTexts: [...replaced, ...(await repository.earlierTexts(video.id, comparedTexts))],
        },
      );
    }

    const first = await candidate([], live?.grow);
    const best = first.corrections.length === 0 ? first : better(first, await redraft(first, candidate));
    const own = ownWordsOnly(best);
    if (!own) {
      live?.settle('', mended);
      throw foreignText();
    }
    const { draft, checks, against } = withinLimit(own);
    live?.settle(draft.comment, best === first ? mended : rewritten);
    const { score, parts } = scoreDraft({ text: draft.comment, rating: draft.rating, checks }, against);
    const analysis: CommentAnalysis = {
      engagementPotential: draft.engagementPotential,
      technicalAccuracy: draft.technicalAccuracy,
      tone: draft.tone,
      platformCompliance: checks.every(({ passed }) => passed),
      checks,
      scoreParts: parts,
    };
    return {
      draft: {
        content: draft.comment,
        style,
        qualityScore: score,
        analysis,
        voiceProfileId: profile?.id ?? null,
        model: draft.model,
      },
      why: draftWhy(draft, calls, material),
      alternatives: offeredAlternatives(draft, against),
    };
  };
}

/** A draft at hand is worth more than an error: if the model fails now, the first one is kept and flagged. */
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
