import { pacificZone } from '#shared/rules/pacific-day.ts';
import type { Database } from '../db/client.ts';
import type { VideoService } from '../features/discovery/video.service.ts';
import type { PostingLoop } from '../features/publishing/posting-loop.ts';
import type { Job } from './scheduler.ts';

interface Deps {
  loop: Pick<PostingLoop, 'tick'>;
  videos: Pick<VideoService, 'refreshStale'>;
  maintenance: Database['maintenance'];
}

/** Fifty are one unit of quota; what is left over has its turn the next night. */
const staleVideos = 500;

/** Everything the server does by itself, and when. */
export function jobRegistry({ loop, videos, maintenance }: Deps): Job[] {
  const jobs: Job[] = [
    { name: 'post what is due', schedule: '*/5 * * * * *', run: loop.tick },
    {
      name: 'renew old video data',
      // Just after the day's quota begins anew.
      schedule: '0 10 0 * * *',
      timeZone: pacificZone,
      run: async () => {
        await videos.refreshStale(staleVideos);
      },
    },
  ];
  if (!maintenance) return jobs;
  return [
    ...jobs,
    { name: 'checkpoint', schedule: '0 */5 * * * *', run: maintenance.checkpoint },
    { name: 'vacuum', schedule: '0 30 3 * * *', run: maintenance.vacuum },
  ];
}
