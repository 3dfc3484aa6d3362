import { comments, queueItems, videos } from '#shared/schema.ts';
import type { Db } from '../db/database.ts';

const CHUNK = 500;

/** `count` pending comments in the queue, of realistic length, each on a video of its own, all as of `at`. */
export async function seedLongQueue(db: Db, count: number, at: Date): Promise<void> {
  for (let from = 1; from <= count; from += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, count - from + 1) }, (_, index) => from + index);
    await db.insert(videos).values(
      ids.map((id) => ({
        id,
        youtubeId: `bench${String(id).padStart(6, '0')}`,
        title: `Kubernetes in practice, part ${id}`,
        description: 'Rolling updates, probes and what to watch when a deployment hangs. '.repeat(6),
        channelTitle: 'Cloud Kitchen',
        channelId: 'UCcloudkitchen0000000000',
        publishedAt: '2026-02-20T08:00:00Z',
        viewCount: 12_345,
        commentCount: 42,
        tags: ['Kubernetes', 'DevOps'],
        fetchedAt: at,
        createdAt: at,
      })),
    );
    const content =
      'The part about readiness probes saved me an evening; what would you alert on first? '.repeat(3);
    await db.insert(comments).values(
      ids.map((id) => ({
        id,
        videoId: id,
        content,
        generatedContent: content,
        style: 'insightful' as const,
        qualityScore: 82,
        createdAt: at,
        updatedAt: at,
      })),
    );
    await db.insert(queueItems).values(ids.map((id) => ({ id, commentId: id, createdAt: at })));
  }
}
