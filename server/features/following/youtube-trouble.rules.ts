import { AppError } from '../../core/errors.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import type { Trouble } from './following.rules.ts';

/**
 * Returns true if this feature's quota share is used up, which does not affect other
 * features.
 */
export const isShareSpent = (error: unknown) =>
  error instanceof AppError && error.code === 'quota_spent';

const ofNetwork = new Set(['timeout', 'unreachable', 'connection_lost']);

/** Returns null for errors that are the same for every channel. */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof YouTubeError)) return null;
  const { kind, reason } = error;
  if (reason === 'playlistNotFound' || reason === 'http_404' || reason === 'notFound')
    return 'gone';
  if (kind === 'refused' || kind === 'forbidden' || kind === 'unexplained')
    return 'refused';
  return kind === 'unknown' && !ofNetwork.has(reason) ? 'failing' : null;
}
