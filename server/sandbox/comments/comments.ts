import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { findAccount } from '../google/accounts.ts';
import type { Store } from '../store/store.ts';
import type { Tokens } from '../tokens.ts';
import type { Catalogue } from '../world/catalogue.ts';
import type { WorldVideo } from '../world/video.ts';
import type { CommentView } from './comment-view.ts';
import { crowdComments } from './crowd.ts';
import { type CommentState, commentStateSchema, type Fate, fateOf } from './moderation.ts';
import { likesOf, repliesOf } from './reactions.ts';

const storedSchema = z.object({
  id: z.string(),
  videoId: z.string(),
  videoChannelId: z.string(),
  parentId: z.string().nullable(),
  accountId: z.string(),
  text: z.string(),
  publishedAt: z.number(),
  updatedAt: z.number(),
  state: commentStateSchema,
  later: z.object({ state: commentStateSchema, at: z.number() }).nullable(),
});
export type StoredComment = z.infer<typeof storedSchema>;

export interface NewComment {
  video: { id: string; channelId: string };
  parentId: string | null;
  accountId: string;
  text: string;
  /** Overrides what the text would meet by itself. */
  fate: Fate | null;
}

interface Deps {
  store: Store;
  clock: Clock;
  tokens: Tokens;
  catalogue: () => Catalogue;
}

/** Comments of the sandbox's accounts (stored) and of everybody else (drawn from the world). */
export const createComments = ({ store, clock, tokens, catalogue }: Deps) => {
  const stored = store.table('comments', storedSchema, { durable: true });
  /** Comments of others become known by id once they have been listed, as they would to a client. */
  const seen = new Map<string, string>();
  const now = () => clock.now();

  const stateOf = (comment: StoredComment): CommentState =>
    comment.later && comment.later.at <= now().getTime() ? comment.later.state : comment.state;

  const view = (comment: StoredComment): CommentView => {
    const channel = findAccount(comment.accountId)?.channel;
    const isPublic = stateOf(comment) === 'published';
    const publishedAt = new Date(comment.publishedAt);
    return {
      id: comment.id,
      videoId: comment.videoId,
      videoChannelId: comment.videoChannelId,
      parentId: comment.parentId,
      text: comment.text,
      author: { channelId: channel?.id ?? '', handle: channel?.handle ?? '' },
      likes: isPublic ? likesOf(comment.id, publishedAt, now()) : 0,
      publishedAt,
      updatedAt: new Date(comment.updatedAt),
      isPublic,
    };
  };

  const timed = (fate: Fate, at: number): Pick<StoredComment, 'state' | 'later'> => ({
    state: fate.state,
    later: fate.later && { state: fate.later.state, at: at + fate.later.afterSeconds * 1_000 },
  });

  const crowdOf = (video: WorldVideo): CommentView[] => {
    const comments = crowdComments(video, now());
    for (const comment of comments) seen.set(comment.id, video.id);
    return comments;
  };

  const fromCrowd = (id: string): CommentView | undefined => {
    const video = catalogue().find(seen.get(id) ?? '', now());
    return video && crowdOf(video).find((comment) => comment.id === id);
  };

  const repliesTo = (parent: CommentView): CommentView[] => {
    const own = stored
      .all()
      .filter((comment) => comment.parentId === parent.id && stateOf(comment) === 'published');
    const others = parent.isPublic && stored.get(parent.id) ? repliesOf(parent, now()) : [];
    return [...own.map(view), ...others].sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  };

  /** A comment by id, for this reader: its author also sees what is held back, nobody sees what is deleted. */
  const find = (id: string, readerId: string | null): CommentView | undefined => {
    const own = stored.get(id);
    if (own) {
      const state = stateOf(own);
      const isVisible = state === 'published' || (state !== 'deleted' && own.accountId === readerId);
      return isVisible ? view(own) : undefined;
    }
    const parentId = id.split('.')[0] ?? '';
    if (parentId !== id) {
      const parent = find(parentId, readerId);
      return parent && repliesTo(parent).find((reply) => reply.id === id);
    }
    return fromCrowd(id);
  };

  return {
    add({ video, parentId, accountId, text, fate }: NewComment): CommentView {
      const at = now().getTime();
      const isTaken = (name: string) => stored.get(name) !== undefined;
      const id =
        parentId === null
          ? `${tokens.makeUnused(16, 'Ugz', (name) => isTaken(`${name}4AaABAg`))}4AaABAg`
          : tokens.makeUnused(22, `${parentId}.`, isTaken);
      const comment: StoredComment = {
        id,
        videoId: video.id,
        videoChannelId: video.channelId,
        parentId,
        accountId,
        text,
        publishedAt: at,
        updatedAt: at,
        ...timed(fate ?? fateOf(text), at),
      };
      stored.set(id, comment);
      // The insert itself never tells that a comment is held back (WIRE A.6).
      return { ...view(comment), isPublic: true };
    },
    find,
    repliesTo,
    /** Top-level comments of a video that everybody sees, newest first. */
    publicThreads(video: WorldVideo): CommentView[] {
      const own = stored
        .all()
        .filter(
          (comment) =>
            comment.videoId === video.id && comment.parentId === null && stateOf(comment) === 'published',
        )
        .map(view);
      return [...own, ...crowdOf(video)].sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
    },
    publicCount: (videoId: string): number =>
      stored.all().filter((comment) => comment.videoId === videoId && stateOf(comment) === 'published')
        .length,
    authorOf: (id: string): string | undefined => stored.get(id)?.accountId,
    update(id: string, text: string): CommentView | undefined {
      const comment = stored.get(id);
      if (!comment) return undefined;
      const changed = { ...comment, text, updatedAt: now().getTime() };
      stored.set(id, changed);
      return view(changed);
    },
    setState(id: string, state: CommentState): boolean {
      const comment = stored.get(id);
      if (comment) stored.set(id, { ...comment, state, later: null });
      return comment !== undefined;
    },
    /** Everything the accounts have written, with its present state, oldest first. */
    posted: () => stored.all().map((comment) => ({ ...comment, state: stateOf(comment) })),
  };
};

export type Comments = ReturnType<typeof createComments>;
