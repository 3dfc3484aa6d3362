import { AppError } from '../../core/errors.ts';
import type { YouTubeVideo } from '../../providers/youtube/youtube.ts';
import type { YouTubeReads } from '../videos/youtube-reads.service.ts';
import { firstPage, type Lookup, passesViewCount } from './search-query.rules.ts';

export interface FoundOnYouTube {
  videos: YouTubeVideo[];
  totalResults: number;
}

/** With a View Count filter: enough rows to stop at, and the most pages spent on getting them (DESIGN §5). */
const enoughRows = 10;
const maxPages = 3;

/** What YouTube has for this lookup, in YouTube's order. `now` anchors the upload date. */
export async function findVideos(reads: YouTubeReads, lookup: Lookup, now: Date): Promise<FoundOnYouTube> {
  if (lookup.kind === 'video') {
    const videos = await reads.listVideos([lookup.youtubeId]);
    return { videos, totalResults: videos.length };
  }
  const { query, filters } = lookup;
  const first = firstPage(query, filters, now);
  if (!filters.viewCount) {
    const { videos, totalResults } = await reads.searchVideos(first);
    return { videos, totalResults: videos.length === 0 ? 0 : Math.max(totalResults, videos.length) };
  }

  const passing = new Map<string, YouTubeVideo>();
  let pageToken: string | null = null;
  for (let pages = 0; pages < maxPages && passing.size < enoughRows; pages += 1) {
    try {
      const page = await reads.searchVideos({ ...first, pageToken });
      for (const video of page.videos) {
        if (passesViewCount(video.viewCount, filters.viewCount)) passing.set(video.youtubeId, video);
      }
      pageToken = page.nextPageToken;
    } catch (error) {
      // A few rows are better than none, which is what a spent quota after the first page would leave.
      if (passing.size === 0 || !(error instanceof AppError)) throw error;
      break;
    }
    if (pageToken === null) break;
  }
  return { videos: [...passing.values()], totalResults: passing.size };
}
