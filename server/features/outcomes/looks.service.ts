import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { Looker } from './looker.ts';
import { afterLook, confirmsMiss, type Sight } from './looks.rules.ts';
import type { PostedComment, PostedCommentsRepository } from './posted-comments.repository.ts';

interface Deps {
  repository: Pick<PostedCommentsRepository, 'recordLook'>;
  looker: Looker;
  events: Pick<Events, 'changed'>;
  clock: Clock;
}

export function createLooksService({ repository, looker, events, clock }: Deps) {
  async function record(asked: PostedComment, sight: Sight): Promise<void> {
    const now = clock.now();
    const { id } = asked;
    const before = await repository.recordLook(id, (current) => {
      const isOther = isOfOtherChannel(asked) || isOfOtherChannel(current);
      return afterLook(current, isOther ? asStrangersSee(sight) : sight, now);
    });
    if (before && sight.kind !== 'no_answer') events.changed({ comment: id }, 'analytics');
  }

  const look = (comment: PostedComment): Promise<Sight> =>
    looker.look(comment, confirmsMiss(comment, clock.now()));

  return {
    /** False if YouTube answers nobody; without an answer the look comes again later. */
    async lookAt(comment: PostedComment): Promise<boolean> {
      const sight = await look(comment);
      await record(comment, sight);
      return sight.kind !== 'no_answer' || sight.reason !== undefined;
    },

    /** Throws 503 and changes nothing if YouTube gave no answer. */
    async lookOnRequest(comment: PostedComment): Promise<void> {
      const sight = await look(comment);
      if (sight.kind === 'no_answer')
        throw new AppError(
          503,
          'youtube_unavailable',
          'YouTube gave no answer. Nothing was changed; try again in a few minutes.',
        );
      await record(comment, sight);
    },
  };
}

const isOfOtherChannel = ({ postedAs }: PostedComment) => postedAs !== null && !postedAs.isConnected;

/** What the connected channel does not see its own channel may. */
function asStrangersSee(sight: Sight): Sight {
  const isByOwner = sight.kind === 'seen' && sight.by !== 'everyone';
  return isByOwner ? { kind: 'unknown', reason: 'other_channel' } : sight;
}

export type LooksService = ReturnType<typeof createLooksService>;
