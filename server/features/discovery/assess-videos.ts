import type { ContentInsights } from '#shared/contracts/videos.ts';
import {
  type Assessment,
  type LanguageModel,
  LanguageModelError,
} from '../../providers/language-model/language-model.ts';
import { storableText } from '../videos/stored-text.rules.ts';
import type { VideoRow } from '../videos/video-row.rules.ts';

/** At 60 tokens a second one request takes about four seconds, and fifty videos take two rounds. */
const perRequest = 5;
const atOnce = 5;
const deadlineMs = 20_000;

/** The model's view of the videos by their ids; what failed or did not come in time is missing. */
export async function assessVideos(
  languageModel: Pick<LanguageModel, 'assess'>,
  videos: readonly VideoRow[],
  expertise: readonly string[],
): Promise<Map<number, Assessment>> {
  const arrived = new Map<number, Assessment>();
  const waiting = inGroups(videos);
  const deadline = AbortSignal.timeout(deadlineMs);

  async function work(): Promise<void> {
    for (let group = waiting.shift(); group && !deadline.aborted; group = waiting.shift()) {
      try {
        const assessed = await languageModel.assess(group, expertise, deadline);
        for (const { id } of group) {
          const assessment = assessed.get(id);
          if (assessment) arrived.set(id, storable(assessment));
        }
      } catch (error) {
        if (!(error instanceof LanguageModelError)) throw error;
        if (error.kind === 'quota' || error.kind === 'config') waiting.length = 0;
        // A model that has answered nobody yet is not asked more often.
        if (arrived.size === 0) return;
      }
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  return arrived;
}

function inGroups(videos: readonly VideoRow[]): VideoRow[][] {
  const count = Math.ceil(videos.length / perRequest);
  return Array.from({ length: count }, (_, at) => videos.slice(at * perRequest, (at + 1) * perRequest));
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
