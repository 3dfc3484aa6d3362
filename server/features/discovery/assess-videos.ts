import type { ContentInsights } from '#shared/contracts/videos.ts';
import {
  type Assessment,
  isLasting,
  type LanguageModel,
  LanguageModelError,
} from '../../providers/language-model/language-model.ts';
import { storableText, type VideoRow } from '../videos/video-row.rules.ts';

/** Fifty videos at 60 tokens a second: two rounds of about four seconds (decision 013). */
const videosPerRequest = 5;
const requestsAtOnce = 5;
const deadlineMs = 20_000;

export async function assessVideos(
  languageModel: Pick<LanguageModel, 'assess'>,
  videos: readonly VideoRow[],
  expertise: readonly string[],
): Promise<Map<number, Assessment>> {
  const arrived = new Map<number, Assessment>();
  const waiting = inRequests(videos);
  const deadline = AbortSignal.timeout(deadlineMs);

  async function worker(): Promise<void> {
    for (let group = waiting.shift(); group && !deadline.aborted; group = waiting.shift()) {
      try {
        const assessed = await languageModel.assess(group, expertise, deadline);
        for (const { id } of group) {
          const assessment = assessed.get(id);
          if (assessment) arrived.set(id, storable(assessment));
        }
      } catch (error) {
        if (!(error instanceof LanguageModelError)) throw error;
        if (isLasting(error.kind)) waiting.length = 0;
        // Until an answer arrives, a failed request is not followed by another.
        if (arrived.size === 0) return;
      }
    }
  }

  await Promise.all(Array.from({ length: requestsAtOnce }, worker));
  return arrived;
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
