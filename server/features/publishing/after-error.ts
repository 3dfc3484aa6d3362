import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import type { Log } from '../../core/log.ts';
import type { YouTubeError } from '../../providers/youtube/youtube.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { VideoService } from '../videos/video.service.ts';
import type { PostingAccount } from './posting-account.ts';
import type { Consequence } from './settlement.rules.ts';

interface Deps {
  account: PostingAccount;
  quota: Pick<QuotaService, 'block'>;
  videos: Pick<VideoService, 'markCommentsOff'>;
  log: Pick<Log, 'warn'>;
}

interface Answer {
  videoId: number;
  error: YouTubeError;
  consequence: Consequence;
}

/** What an answer says about the day's bucket, the sign-in and the video; the hold knows the rest. */
export async function afterError({ account, quota, videos, log }: Deps, answer: Answer): Promise<void> {
  const { videoId, error, consequence } = answer;
  const code = consequence.settlement.attempt.outcomeCode;
  log.warn({ kind: error.kind, reason: error.reason, outcome: code }, 'comment not posted');
  if (code === 'comments_off') await videos.markCommentsOff(videoId);
  if (error.kind === 'quota') await quota.block(error.bucket);
  if (consequence.needsSignIn) await account.block(code as PostingReason);
}
