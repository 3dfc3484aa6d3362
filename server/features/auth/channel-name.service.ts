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

/** The channel's name is YouTube's: it is asked for again, and not kept 30 days beyond the last answer (DESIGN §5). */
export function createChannelNameService({ repository, account, channels, events, clock }: Deps) {
  /** Null where it cannot be asked for right now. */
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
    /** One unit of quota. Another channel than the one that was agreed to is left to the next sign-in. */
    async renew(): Promise<void> {
      if (!(await account.account())) return;
      const channel = await ask();
      const row = await repository.find();
      if (!row) return;
      const now = clock.now();
      // A grant in use is renewed every hour, so this is how long Google has not been heard of.
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
