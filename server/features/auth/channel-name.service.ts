import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { AccountRepository } from './account.repository.ts';
import type { AccountService } from './account.service.ts';
import type { ChannelFinder } from './channel-finder.ts';

interface Deps {
  repository: AccountRepository;
  account: Pick<AccountService, 'account' | 'accessToken'>;
  channels: ChannelFinder;
  events: Events;
  clock: Clock;
}

const maxAgeMs = 30 * 86_400_000;

/** Renews the channel's name, or forgets it after 30 days without an answer (rule 3.7). */
export function createChannelNameService({ repository, account, channels, events, clock }: Deps) {
  async function ask(): Promise<{ id: string; title: string } | null> {
    try {
      const channel = await channels.find(await account.accessToken());
      return channel === 'unknown' ? null : channel;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  return {
    /** Costs one unit. A changed channel waits for the next sign-in. */
    async renew(): Promise<void> {
      if (!(await account.account())) return;
      const channel = await ask();
      const row = await repository.find();
      if (!row) return;
      const now = clock.now();
      // Grants are renewed every hour, so `updatedAt` is when Google last answered.
      const isSilent = now.getTime() - row.updatedAt.getTime() > maxAgeMs;
      const known = { channelTitle: row.channelTitle, picture: row.picture };
      const next =
        channel && channel.id === row.channelId
          ? { ...known, channelTitle: channel.title }
          : isSilent
            ? { channelTitle: null, picture: null }
            : known;
      if (next.channelTitle === known.channelTitle && next.picture === known.picture) return;
      await repository.update(row, { ...next, updatedAt: isSilent ? row.updatedAt : now });
      events.changed('auth');
    },
  };
}

export type ChannelNameService = ReturnType<typeof createChannelNameService>;
