import type { ContentInsights } from '#shared/contracts/videos.ts';
import {
  isLasting,
  type LanguageModel,
  LanguageModelError,
} from '../../providers/language-model/language-model.ts';
import { type Assessment, storableText, type VideoRow } from '../videos/video-row.rules.ts';
import { assessmentQuestion } from './assessment.rules.ts';

/** Fifty videos at 60 tokens a second: two rounds of about four seconds (decision 013). */
const videosPerRequest = 5;
const requestsAtOnce = 5;
const answerMs = 20_000;

export interface Assessed {
  /** What arrived within 20 seconds. */
  arrived: Map<number, Assessment>;
  /** Ends with the last that comes later; null where all is there. */
  rest: Promise<void> | null;
}

interface Later {
  /** Receives what comes too late for the answer, group by group. */
  onLate: (assessed: Map<number, Assessment>) => Promise<void>;
  isStopping: () => boolean;
}

/** Asks five videos at a time; a local server answers one request after another. */
export async function assessVideos(
  languageModel: Pick<LanguageModel, 'answer' | 'profile'>,
  videos: readonly VideoRow[],
  expertise: readonly string[],
  { onLate, isStopping }: Later,
): Promise<Assessed> {
  const arrived = new Map<number, Assessment>();
  const waiting = inRequests(videos);
  const deadline = AbortSignal.timeout(answerMs);
  let hasAnswered = false;

  async function worker(): Promise<void> {
    for (let group = waiting.shift(); group && !isStopping(); group = waiting.shift()) {
      try {
        const assessed = await languageModel.answer(assessmentQuestion(group, expertise));
        const kept = new Map([...assessed].map(([id, assessment]) => [id, storable(assessment)]));
        hasAnswered = true;
        if (deadline.aborted) await onLate(kept);
        else for (const [id, assessment] of kept) arrived.set(id, assessment);
      } catch (error) {
        if (!(error instanceof LanguageModelError)) throw error;
        if (isLasting(error.kind)) waiting.length = 0;
        // Until an answer arrives, a failed request is not followed by another.
        if (!hasAnswered) return;
      }
    }
  }

  const workers = (await isLocal(languageModel)) ? 1 : requestsAtOnce;
  const all = Promise.all(Array.from({ length: workers }, worker)).then(() => {});
  const late = new Promise<'late'>((resolve) =>
    deadline.addEventListener('abort', () => resolve('late'), { once: true }),
  );
  const isLate = (await Promise.race([all, late])) === 'late';
  return { arrived, rest: isLate ? all : null };
}

/** Without a model the requests say so. */
async function isLocal(languageModel: Pick<LanguageModel, 'profile'>): Promise<boolean> {
  try {
    return (await languageModel.profile()).isLocal;
  } catch (error) {
    if (error instanceof LanguageModelError) return false;
    throw error;
  }
}

function inRequests(videos: readonly VideoRow[]): VideoRow[][] {
  const count = Math.ceil(videos.length / videosPerRequest);
  return Array.from({ length: count }, (_, index) =>
    videos.slice(index * videosPerRequest, (index + 1) * videosPerRequest),
  );
}

function storable({ engagementScore, insights }: Assessment): Assessment {
  const clean: ContentInsights = {
    ...insights,
    videoType: storableText(insights.videoType),
    keyTopics: insights.keyTopics.map(storableText),
    suggestedApproach: insights.suggestedApproach.map(storableText),
  };
  return { engagementScore: Math.round(Math.min(100, Math.max(0, engagementScore))), insights: clean };
}
