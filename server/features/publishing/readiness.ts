import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { type Hold, type HoldChange, holdAfter, isActive, isSameHold, whileProbing } from './hold.rules.ts';
import { type Obstacle, type Origin, pause, pauseForHold, type UnderHold } from './obstacles.rules.ts';
import type { PublishingRepository } from './publishing.repository.ts';

interface Deps {
  repository: Pick<PublishingRepository, 'hold' | 'changeHold'>;
  account: Pick<AccountService, 'account' | 'accessToken'>;
  quota: Pick<QuotaService, 'allowsInsert' | 'resetsAt'>;
  events: Pick<Events, 'changed'>;
  clock: Clock;
  random: () => number;
}

interface Readiness {
  accessToken: string;
  authorChannelId: string;
}

/** What is needed before a claim: an account, units and a token. */
export function createReadiness({ repository, account, quota, events, clock, random }: Deps) {
  /** Before the claim: refreshing the token takes time. */
  async function prepare(): Promise<Readiness | { obstacle: Obstacle }> {
    const [owner, hasUnits] = await Promise.all([account.account(), quota.allowsInsert()]);
    if (!owner) return { obstacle: pause('not_connected') };
    if (owner.blockedCode) return { obstacle: pause(owner.blockedCode) };
    if (!hasUnits) return { obstacle: pause('quota_spent', quota.resetsAt()) };
    try {
      const accessToken = await account.accessToken();
      // Getting the token may have found the channel.
      const channelId = owner.channelId ?? (await account.account())?.channelId;
      if (!channelId) return { obstacle: pause('youtube_signup_required') };
      return { accessToken, authorChannelId: channelId };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { obstacle: pause(error.code) };
    }
  }

  async function holdForToken(seen: Hold | null): Promise<Obstacle | null> {
    const now = clock.now();
    const change: HoldChange = { kind: 'wait', code: 'youtube_unavailable', until: 'backoff' };
    const circumstances = { commentId: null, isProbe: true, now, random };
    await repository.changeHold((current) => {
      if (current ? !isSameHold(current, seen) : seen) return current;
      return holdAfter(current && whileProbing(current, now), change, circumstances);
    });
    events.changed('posting-status');
    const hold = await repository.hold();
    return hold && pauseForHold(hold);
  }

  return async function prepareOrHold(origin: Origin, underHold: UnderHold) {
    const readiness = await prepare();
    if (!('obstacle' in readiness) || readiness.obstacle.code !== 'youtube_unavailable') return readiness;
    const seen = await repository.hold();
    if (isActive(seen, clock.now()) && !isSameHold(seen, underHold)) return { obstacle: pauseForHold(seen) };
    const obstacle = await holdForToken(seen);
    // A person is told what happened now, the loop how long it waits.
    return origin === 'loop' && obstacle ? { obstacle } : readiness;
  };
}
