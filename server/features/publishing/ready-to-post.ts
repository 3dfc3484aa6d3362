import { AppError } from '../../core/errors.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { closed, type Obstacle } from './closed.rules.ts';
import type { PostingAccount } from './posting-account.ts';

export interface Readiness {
  accessToken: string;
  /** The channel the comment will be under. */
  authorChannelId: string;
}

const held = (code: string, until: Date | null = null) => ({ obstacle: closed(code, until) });

/** An account that can post, a fresh token, and units for one insert; before the claim, since a refresh takes time. */
export async function readyToPost(
  account: PostingAccount,
  quota: Pick<QuotaService, 'allowsInsert' | 'resetsAt'>,
): Promise<Readiness | { obstacle: Obstacle }> {
  const [owner, hasUnits] = await Promise.all([account.account(), quota.allowsInsert()]);
  if (!owner) return held('not_connected');
  if (owner.blockedCode) return held(owner.blockedCode);
  if (!hasUnits) return held('quota_spent', quota.resetsAt());
  try {
    const accessToken = await account.accessToken();
    // Getting the token may have found the channel only now.
    const channelId = owner.channelId ?? (await account.account())?.channelId;
    return channelId ? { accessToken, authorChannelId: channelId } : held('youtube_signup_required');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return held(error.code);
  }
}
