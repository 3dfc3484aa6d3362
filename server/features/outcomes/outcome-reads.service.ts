import type { VisibilityReason } from '#shared/contracts/comments.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import {
  type Thread,
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { createSender } from '../videos/youtube-reads.service.ts';
import type { PostedCommentsRepository } from './posted-comments.repository.ts';

interface Deps {
  /** Counts its requests against the budget for outcomes (rule 13.6). */
  youtube: YouTube;
  account: Pick<AccountService, 'accessToken' | 'refreshAccessToken'>;
  quota: Pick<QuotaService, 'block' | 'ensure'>;
  apiKey: string | null;
  repository: Pick<PostedCommentsRepository, 'recordRefused'>;
  events: Pick<Events, 'changed'>;
  clock: Clock;
}

interface ReadThreads {
  ids: readonly string[];
  threads: Thread[];
}

/** One call costs one unit of quota. */
export const threadsPerCall = 50;
const refusedForMs = 86_400_000;

type Request<T> = (youtube: YouTube, auth: YouTubeAuth) => Promise<T>;

/**
 * The functions throw AppErrors about the sign-in and the quota, and YouTubeErrors for
 * everything else.
 */
export function createOutcomeReads(deps: Deps) {
  const { youtube, account, quota, apiKey, repository, events, clock } = deps;
  const owners = createSender({ account, quota, apiKey: null });
  const strangers = createSender({ account, quota, apiKey });

  const asOwner = async <T>(request: Request<T>): Promise<T> =>
    (await owners())((auth) => request(youtube, auth));

  /**
   * Sends the request with the API key, which belongs to no channel. Null without a key.
   */
  const asStranger =
    apiKey === null
      ? null
      : async <T>(request: Request<T>): Promise<T> =>
          (await strangers())((auth) => request(youtube, auth));

  /** Uses the API key if the owner's sign-in cannot be used. */
  async function asAnyone<T>(request: Request<T>): Promise<T> {
    try {
      return await asOwner(request);
    } catch (error) {
      const isGrant = error instanceof AppError && error.status === 409;
      if (asStranger === null || !isGrant) throw error;
      return asStranger(request);
    }
  }

  /**
   * Records the error of a thread and retries that thread after a day. Throws errors that
   * are not about one thread.
   */
  async function setAside(youtubeCommentId: string, error: unknown): Promise<void> {
    if (!isAboutOne(error)) throw error;
    const again = new Date(clock.now().getTime() + refusedForMs);
    const comments = await repository.recordRefused(
      youtubeCommentId,
      refusalReason(error),
      again,
    );
    events.changed(...comments.map((comment) => ({ comment })));
  }

  /**
   * Reads threads in batches. Halves a refused batch until the refused thread is alone,
   * so that it does not hold up the others (rule 13.4). Yields after each call, because a
   * later one may fail for all.
   */
  async function* readThreads(
    ids: readonly string[],
    atOnce = threadsPerCall,
  ): AsyncGenerator<ReadThreads> {
    for (let from = 0; from < ids.length; from += atOnce) {
      const part = ids.slice(from, from + atOnce);
      try {
        yield {
          ids: part,
          threads: await asAnyone((youtube, auth) => youtube.listThreads(part, auth)),
        };
      } catch (error) {
        if (part.length > 1 && isAboutOne(error))
          yield* readThreads(part, Math.ceil(part.length / 2));
        else await setAside(part[0] ?? '', error);
      }
    }
  }

  return {
    asStranger,
    asOwner,
    asAnyone,
    setAside,
    readThreads,
  };
}

export type OutcomeReads = ReturnType<typeof createOutcomeReads>;

const aboutAll: readonly string[] = [
  'burst',
  'quota',
  'auth',
  'scope',
  'account',
  'config',
  'unknown',
];

/**
 * Returns true for errors about a single thread, not about the account, the project, the
 * request rate or the network.
 */
export const isAboutOne = (error: unknown): error is YouTubeError =>
  error instanceof YouTubeError && !aboutAll.includes(error.kind);

const reasons: Record<string, VisibilityReason> = {
  commentsDisabled: 'comments_off',
  videoNotFound: 'video_not_found',
};

export const refusalReason = ({ reason }: YouTubeError): VisibilityReason =>
  reasons[reason] ?? 'refused_by_youtube';
