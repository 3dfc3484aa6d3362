import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import type { Log } from '../../log.ts';
import type { YouTubeError } from '../../providers/youtube/youtube.ts';
import type { VideoService } from '../discovery/video.service.ts';
import type { PostingAccount } from './posting-account.ts';
import type { QuotaService } from './quota.service.ts';

interface Deps {
  account: PostingAccount;
  quota: Pick<QuotaService, 'block'>;
  videos: Pick<VideoService, 'markCommentsOff'>;
  log: Pick<Log, 'warn'>;
}

interface Answer {
  videoId: number;
  error: YouTubeError;
  /** As the attempt was settled; absent while it is being confirmed. */
  code: string | null | undefined;
  earlierOutcomes: readonly (string | null)[];
}

/** What an answer says about more than its one comment: the bucket, the account, the token, the video. */
export async function afterError({ account, quota, videos, log }: Deps, answer: Answer): Promise<void> {
  const { error, code } = answer;
  log.warn({ kind: error.kind, reason: error.reason, outcome: code }, 'comment not posted');
  if (code === 'comments_off') await videos.markCommentsOff(answer.videoId);
  switch (error.kind) {
    case 'quota':
      return quota.block(error.bucket);
    case 'scope':
    case 'account':
    case 'config':
      return account.block(code as PostingReason);
    case 'auth':
      // A refused refresh is remembered by the account itself; here even the new token was rejected.
      if (answer.earlierOutcomes.includes('needs_reauth')) return account.block('needs_reauth');
  }
}
