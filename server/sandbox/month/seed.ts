import type { Comments } from '../comments.ts';
import type { Account } from '../google-tokens.ts';
import type { CommentState } from '../strangers.ts';
import type { Quota } from '../youtube-call.ts';
import type { MonthPlan, PlannedComment } from './plan.ts';

const stateOf = ({ record }: PlannedComment): CommentState => {
  if (record.state !== 'posted') throw new Error(`${record.id} was never posted.`);
  if (record.withdrawn) return 'deleted';
  if (record.seen === 'removed') return 'deleted';
  return record.seen === 'only_you' ? 'shadowHidden' : 'published';
};

interface World {
  comments: Comments;
  quota: Quota;
}

/**
 * Adds to the sandbox's YouTube everything that was posted there during the month, and
 * the strangers' replies.
 */
export function seedWorld(
  { comments, replies, at, around }: MonthPlan,
  account: Account,
  world: World,
): void {
  const owner = {
    accountId: account.id,
    channelId: account.channel?.id ?? null,
    handle: account.channel?.handle ?? '',
  };
  for (const comment of comments) {
    const { record, video, youtubeId, text } = comment;
    if (record.state !== 'posted' || youtubeId === null) continue;
    world.comments.seed({
      id: youtubeId,
      video,
      parentId: null,
      by: owner,
      text,
      publishedAt: at(record.posted),
      state: stateOf(comment),
    });
  }
  for (const { youtubeId, to, by, text, record, answer } of replies) {
    const thread = {
      video: to.video,
      parentId: to.youtubeId,
      state: 'published' as const,
    };
    const stranger = { accountId: null, channelId: by.channelId, handle: by.handle };
    world.comments.seed({
      ...thread,
      id: youtubeId,
      by: stranger,
      text,
      publishedAt: at(record.at),
    });
    if (answer?.posted && answer.youtubeId)
      world.comments.seed({
        ...thread,
        id: answer.youtubeId,
        by: owner,
        text: answer.text,
        publishedAt: at(answer.posted),
      });
  }
  world.quota.set('shared', { used: around.quota.today.shared });
  world.quota.set('search', { used: around.quota.today.searches });
}
