import type { Store } from '../store.ts';
import type { Catalogue } from './catalogue.ts';
import type { Video } from './video.ts';

export interface VideoChange {
  commentsOff: boolean;
  /** Deleted, or made private. */
  isGone: boolean;
}

/** A catalogue whose videos may vanish or close their comments later; kept over restarts. */
export const createChangingCatalogue = (catalogue: Catalogue, store: Store) => {
  const upsert = store.prepare('INSERT OR REPLACE INTO videoChanges VALUES (?, ?, ?)');
  const changes = new Map<string, VideoChange>();
  for (const row of store.prepare('SELECT * FROM videoChanges').all())
    changes.set(String(row['videoId']), {
      commentsOff: row['commentsOff'] === 1,
      isGone: row['isGone'] === 1,
    });

  const asItIsNow = (video: Video): Video[] => {
    const change = changes.get(video.id);
    if (!change) return [video];
    return change.isGone ? [] : [{ ...video, commentsOff: video.commentsOff || change.commentsOff }];
  };

  return {
    all: (now: Date): Video[] => catalogue.all(now).flatMap(asItIsNow),
    find(id: string, now: Date): Video | undefined {
      const video = catalogue.find(id, now);
      return video && asItIsNow(video)[0];
    },
    /** Throws a RangeError for an unknown video. */
    change(id: string, change: Partial<VideoChange>, now: Date): void {
      if (!catalogue.find(id, now)) throw new RangeError(`No video ${id}.`);
      const { commentsOff, isGone } = { commentsOff: false, isGone: false, ...changes.get(id), ...change };
      changes.set(id, { commentsOff, isGone });
      upsert.run(id, Number(commentsOff), Number(isGone));
    },
  };
};

export type ChangingCatalogue = ReturnType<typeof createChangingCatalogue>;
