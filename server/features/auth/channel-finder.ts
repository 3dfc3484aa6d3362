import { type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { FoundChannel } from './owner.rules.ts';

export function createChannelFinder({ youtube }: { youtube: Pick<YouTube, 'ownChannel'> }) {
  return {
    /** Null without a channel, 'unknown' if YouTube does not answer. */
    async find(accessToken: string): Promise<FoundChannel> {
      try {
        return await youtube.ownChannel({ kind: 'grant', accessToken });
      } catch (error) {
        if (!(error instanceof YouTubeError)) throw error;
        return error.reason === 'youtubeSignupRequired' ? null : 'unknown';
      }
    },
  };
}

export type ChannelFinder = ReturnType<typeof createChannelFinder>;
