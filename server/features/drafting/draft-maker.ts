import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import { AppError } from '../../errors.ts';
import type { Draft, DraftRequest, Writer } from '../../providers/writer/writer.ts';
import type { VideoService } from '../discovery/video.service.ts';
import type { VoiceService } from '../voice/voice.service.ts';
import { type CheckedAgainst, type CheckedDraft, checkDraft, isForeign } from './checks.rules.ts';
import type { DraftingRepository } from './drafting.repository.ts';
import { fitLength } from './fit-length.rules.ts';
import { backgroundRuns } from './profile-text.rules.ts';
import { scoreDraft } from './score.rules.ts';
import { withoutSentences } from './without-sentences.rules.ts';
import { foreignText, worded } from './writer-failures.ts';
import { writerProfile } from './writer-profile.ts';

export type DraftedVideo = Awaited<ReturnType<VideoService['get']>>;

interface Deps {
  writer: Pick<Writer, 'draft'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  repository: Pick<DraftingRepository, 'earlierTexts'>;
}

export interface FinishedDraft {
  content: string;
  style: CommentStyle;
  qualityScore: number;
  analysis: CommentAnalysis;
  voiceProfileId: number | null;
  model: string;
}

interface Candidate extends CheckedDraft {
  draft: Draft;
  against: CheckedAgainst;
}

/** How far back we look for a comment that says the same. */
const comparedTexts = 200;

/** Drafts, checks, redrafts once what failed a check, and scores (DESIGN §8). Throws AppError. */
export function createDraftMaker({ writer, voice, repository }: Deps) {
  return async function makeDraft(
    video: DraftedVideo,
    style: CommentStyle,
    replacedTexts: readonly string[] = [],
  ): Promise<FinishedDraft> {
    const profile = await voice.activeProfile();
    const request: DraftRequest = {
      style,
      video: {
        title: video.title,
        description: video.description,
        channelTitle: video.channelTitle,
        topics: video.tags,
        language: video.language,
      },
      profile: profile && writerProfile(profile),
      corrections: [],
    };
    const background = backgroundRuns(request.profile);

    async function candidate(corrections: readonly string[]): Promise<Candidate> {
      const draft = await worded(writer.draft({ ...request, corrections }));
      return examine(draft, {
        background,
        avoidWords: profile?.avoidWords ?? null,
        // Read after the model answered, so that drafts made at the same time see each other.
        earlierTexts: [...replacedTexts, ...(await repository.earlierTexts(video.id, comparedTexts))],
      });
    }

    const first = await candidate([]);
    const best = first.corrections.length === 0 ? first : better(first, await redraft(first, candidate));
    const { draft, checks } = withinLimit(withoutForeignText(best));
    const { score, parts } = scoreDraft({ text: draft.comment, rating: draft.rating, checks, video });
    return {
      content: draft.comment,
      style,
      qualityScore: score,
      analysis: {
        engagementPotential: draft.engagementPotential,
        technicalAccuracy: draft.technicalAccuracy,
        tone: draft.tone,
        platformCompliance: checks.every(({ passed }) => passed),
        checks,
        scoreParts: parts,
      },
      voiceProfileId: profile?.id ?? null,
      model: draft.model,
    };
  };
}

function examine(draft: Draft, against: CheckedAgainst): Candidate {
  return { draft, against, ...checkDraft(draft.comment, against) };
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

/** The one with fewer faults; of equals the second, which was told what to mend. */
function better(first: Candidate, second: Candidate): Candidate {
  return first.corrections.length < second.corrections.length ? first : second;
}

/** A model that did as a video's description told it, twice, gets its way in no sentence of the draft. */
function withoutForeignText(candidate: Candidate): Candidate {
  const { draft, against } = candidate;
  const isUnwanted = (text: string) => isForeign(text, against);
  if (!isUnwanted(draft.comment)) return candidate;
  const comment = withoutSentences(draft.comment, isUnwanted);
  if (comment === '' || isUnwanted(comment)) throw foreignText();
  return examine({ ...draft, comment }, against);
}

/** Drafts stay under 2,000 characters (DESIGN §6), even from a model that will not listen. */
function withinLimit(candidate: Candidate): Candidate {
  const { draft, against } = candidate;
  if (draft.comment.length <= commentSoftLimit) return candidate;
  return examine({ ...draft, comment: fitLength(draft.comment, commentSoftLimit) }, against);
}
