import type { ContentInsights } from '#shared/contracts/videos.ts';
import { type Assessment, type Writer, WriterError } from '../../providers/writer/writer.ts';
import { plainAssessment } from './insights.rules.ts';
import { storableText } from './stored-text.rules.ts';
import type { VideoRow } from './video.repository.ts';

/** The model's view of the videos by their ids; empty where the model failed, which plain rules then stand in for. */
export async function assessVideos(
  writer: Pick<Writer, 'assess'>,
  videos: readonly VideoRow[],
  expertise: readonly string[],
): Promise<Map<number, Assessment>> {
  if (videos.length === 0) return new Map();
  try {
    const assessed = await writer.assess(videos, expertise);
    const known = new Set(videos.map(({ id }) => id));
    return new Map([...assessed].filter(([id]) => known.has(id)).map(([id, each]) => [id, storable(each)]));
  } catch (error) {
    if (error instanceof WriterError) return new Map();
    throw error;
  }
}

/** The video with insights: the ones stored with it, or those of plain rules. */
export function withInsights(video: VideoRow, now: Date): VideoRow {
  if (video.engagementScore !== null && video.contentInsights !== null) return video;
  const { engagementScore, insights } = plainAssessment(video, now);
  return { ...video, engagementScore, contentInsights: insights };
}

export function withoutInsights(video: VideoRow): VideoRow {
  return { ...video, engagementScore: null, contentInsights: null };
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
