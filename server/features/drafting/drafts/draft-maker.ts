import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import type { Alternative, DraftWhy } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import { AppError } from '../../../core/errors.ts';
import type {
  Draft,
  DraftCall,
  DraftThread,
  LanguageModel,
} from '../../../providers/language-model/language-model.ts';
import { foreignText, toUserError } from '../../language-model/model-failures.rules.ts';
import type { NewDraft } from '../../review/redraft.rules.ts';
import type { VoiceService } from '../../voice/profiles/voice.service.ts';
import { isForeign } from '../checks/checks.rules.ts';
import { backgroundRuns } from '../checks/profile-text.rules.ts';
import type { DraftingRepository } from '../drafting.repository.ts';
import { scoreDraft } from '../scoring/score.rules.ts';
import { offeredAlternatives } from './alternatives.rules.ts';
import { better, type Candidate, examine, withinLimit, withoutForeignText } from './candidate.rules.ts';
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
}

export interface DraftOptions {
  replaced?: readonly string[];
  alternatives?: number;
  /** The kept text of a draft that broke off. */
  begun?: string | undefined;
  listener?: DraftStreamListener | undefined;
  /** What an answer stands in. */
  thread?: DraftThread | undefined;
}

export interface FinishedDraft {
  draft: NewDraft;
  why: DraftWhy;
  alternatives: Alternative[];
}

const rewritten = 'The first draft did not pass the checks, so it was written again.';
const mended = 'The model’s text was corrected before it was kept.';

const comparedTexts = 200;

/** Drafts, checks, rewrites once what failed a check, and scores (rule 8.2). Throws AppError. */
export function createDraftMaker({ languageModel, voice, repository, ...sources }: Deps) {
  return async function makeDraft(
    video: DraftedVideo,
    style: CommentStyle,
    { replaced = [], alternatives = 0, begun = '', listener, thread }: DraftOptions = {},
  ): Promise<FinishedDraft> {
    const profile = await voice.activeProfile();
    const about = thread ? withThread(video, thread) : video;
    const material = await draftMaterial(sources, profile, { video: about, style, except: replaced });
    const request = draftRequest({ video, style, profile, material, alternatives, begun, thread });
    const background = backgroundRuns(profile);
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
          video: about,
          profile,
          ownStyle,
          // Read after the model answered, so that parallel drafts see each other.
          earlierTexts: [
            ...replaced,
            ...(await repository.earlierTexts(thread ? null : video.id, comparedTexts)),
          ],
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
    const { draft, checks, context } = withinLimit(own);
    live?.settle(draft.comment, best === first ? mended : rewritten);
    const { score, parts } = scoreDraft({ text: draft.comment, rating: draft.rating, checks }, context);
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
      alternatives: offeredAlternatives(draft, context),
    };
  };
}

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
