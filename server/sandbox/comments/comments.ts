import type { Clock } from '../../core/clock.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Video } from '../catalogue/video.ts';
import { findAccount } from '../google/accounts.ts';
import { randomName } from '../random.ts';
import type { Store } from '../store.ts';
import type { Comment } from './comment.ts';
import type { CommentState, Fate } from './moderation.ts';
import { fateOf } from './moderation.ts';
import { commentsOfOthers, likesOf, repliesOfOthers } from './other-people.ts';

export interface StoredComment {
  id: string;
  videoId: string;
  videoChannelId: string;
  parentId: string | null;
  accountId: string;
  text: string;
  publishedAt: number;
  updatedAt: number;
  state: CommentState;
}

export interface NewComment {
  video: { id: string; channelId: string };
  parentId: string | null;
  accountId: string;
  text: string;
  fate: Fate | null;
}

interface Deps {
  store: Store;
  clock: Clock;
  catalogue: () => Catalogue;
}

const columns = `id, videoId, videoChannelId, parentId, accountId, text, publishedAt, updatedAt,
  iif(laterAt <= :now, laterState, state) AS state`;

export const createComments = ({ store, clock, catalogue }: Deps) => {
  const now = () => clock.now();
  /** YouTube cannot tell a comment's video from its id, so only listed comments are found by id. */
  const listed = new Map<string, string>();
  const select = (where: string) => store.prepare(`SELECT ${columns} FROM comments ${where}`);
  const everyOne = select('ORDER BY rowid');
  const byId = select('WHERE id = :id');
  const byVideo = select('WHERE videoId = :id ORDER BY rowid');
  const byParent = select('WHERE parentId = :id ORDER BY rowid');
  const insert = store.prepare(
    `INSERT INTO comments VALUES (:id, :videoId, :videoChannelId, :parentId, :accountId, :text,
      :at, :at, :state, :laterState, :laterAt)`,
  );
  const changeText = store.prepare('UPDATE comments SET text = ?, updatedAt = ? WHERE id = ?');
  const changeState = store.prepare(
    'UPDATE comments SET state = ?, laterState = NULL, laterAt = NULL WHERE id = ?',
  );

  const all = (): StoredComment[] => everyOne.all({ now: now().getTime() }) as never;
  const stored = (id: string): StoredComment | undefined => byId.get({ id, now: now().getTime() }) as never;
  const published = (from: typeof byVideo, id: string): StoredComment[] =>
    (from.all({ id, now: now().getTime() }) as unknown as StoredComment[]).filter(
      ({ state }) => state === 'published',
    );

  const shown = ({ accountId, state, ...comment }: StoredComment): Comment => {
    const channel = findAccount(accountId)?.channel;
    const isPublic = state === 'published';
    const publishedAt = new Date(comment.publishedAt);
    return {
      ...comment,
      author: { channelId: channel?.id ?? '', handle: channel?.handle ?? '' },
      likes: isPublic ? likesOf(comment.id, publishedAt, now()) : 0,
      publishedAt,
      updatedAt: new Date(comment.updatedAt),
      isPublic,
    };
  };

  const ofOthers = (video: Video): Comment[] => {
    const comments = commentsOfOthers(video, now());
    for (const { id } of comments) listed.set(id, video.id);
    return comments;
  };

  const repliesTo = (parent: Comment): Comment[] => {
    const own = published(byParent, parent.id).map(shown);
    const others = parent.isPublic && stored(parent.id) ? repliesOfOthers(parent, now()) : [];
    return [...own, ...others].sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  };

  /** Authors also see what is held back; nobody sees what is deleted. */
  const find = (id: string, readerId: string | null): Comment | undefined => {
    const own = stored(id);
    if (own) {
      const isVisible = own.state === 'published' || (own.state !== 'deleted' && own.accountId === readerId);
      return isVisible ? shown(own) : undefined;
    }
    const parentId = id.split('.')[0] ?? '';
    if (parentId !== id) {
      const parent = find(parentId, readerId);
      return parent && repliesTo(parent).find((reply) => reply.id === id);
    }
    const video = catalogue().find(listed.get(id) ?? '', now());
    return video && ofOthers(video).find((comment) => comment.id === id);
  };

  return {
    add({ video, parentId, accountId, text, fate }: NewComment): Comment {
      const at = now().getTime();
      const id = parentId === null ? `Ugz${randomName(16)}4AaABAg` : `${parentId}.${randomName(22)}`;
      const { state, later } = fate ?? fateOf(text);
      const comment = { id, videoId: video.id, videoChannelId: video.channelId, parentId, accountId, text };
      const laterAt = later && at + later.afterSeconds * 1_000;
      insert.run({ ...comment, at, state, laterState: later?.state ?? null, laterAt });
      // The insert's own answer never tells that a comment is held back.
      return { ...shown({ ...comment, publishedAt: at, updatedAt: at, state }), isPublic: true };
    },
    find,
    repliesTo,
    publicThreads(video: Video): Comment[] {
      const own = published(byVideo, video.id).filter(({ parentId }) => parentId === null);
      return [...own.map(shown), ...ofOthers(video)].sort(
        (a, b) => b.publishedAt.getTime() - a.publishedAt.getTime(),
      );
    },
    publicCount: (videoId: string): number => published(byVideo, videoId).length,
    authorOf: (id: string): string | undefined => stored(id)?.accountId,
    update(id: string, text: string): Comment | undefined {
      changeText.run(text, now().getTime(), id);
      const changed = stored(id);
      return changed && shown(changed);
    },
    /** False for an unknown comment. */
    setState: (id: string, state: CommentState): boolean => changeState.run(state, id).changes === 1,
    posted: all,
  };
};

export type Comments = ReturnType<typeof createComments>;
