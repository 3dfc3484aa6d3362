import type { BackupsService } from '../backup/backups.service.ts';
import type { Database } from '../db/client.ts';
import type { ChannelNameService } from '../features/auth/channel-name.service.ts';
import type { RetentionService } from '../features/discovery/retention.service.ts';
import type { OutcomesService } from '../features/outcomes/outcomes.service.ts';
import type { PostingLoop } from '../features/publishing/posting-loop.ts';
import type { Job } from './scheduler.ts';

interface Deps {
  loop: Pick<PostingLoop, 'tick'>;
  outcomes: Pick<OutcomesService, 'tick'>;
  retention: RetentionService;
  channelName: ChannelNameService;
  backups: Pick<BackupsService, 'nightly'>;
  maintenance: Database['maintenance'];
}

export function jobRegistry({ loop, outcomes, retention, channelName, backups, maintenance }: Deps): Job[] {
  const jobs: Job[] = [
    { name: 'post what is due', schedule: '*/5 * * * * *', run: loop.tick },
    { name: 'see what became of comments', schedule: '30 * * * * *', run: outcomes.tick },
    // Hourly, for machines that are off at night; a run with nothing to do is free.
    { name: 'renew old YouTube data', schedule: '0 10 * * * *', run: retention.renew },
    { name: 'renew the channel name', schedule: '0 20 */6 * * *', run: channelName.renew },
    { name: 'nightly backup', schedule: '0 */5 * * * *', run: backups.nightly },
  ];
  if (!maintenance) return jobs;
  return [
    ...jobs,
    { name: 'checkpoint', schedule: '0 */5 * * * *', run: maintenance.checkpoint },
    { name: 'vacuum', schedule: '0 30 3 * * *', run: maintenance.vacuum },
  ];
}
