import type { Clock } from '../core/clock.ts';
import { acceptsComments, type Catalogue, type Video } from './catalogue.ts';
import type { Channels } from './channels.ts';
import type { Account } from './google-tokens.ts';
import { randomName } from './random.ts';
import type { Store } from './store.ts';
import {
  type Comment,
  type CommentState,
  commentOfOther,
  type Fate,
  fateByText,
  likesOf,
  preparedReply,
  type ReplyOrder,
  writeReplies,
} from './strangers.ts';

interface StoredComment {
  id: string;
  videoId: string;
  videoChannelId: string;
  parentId: string | null;
  /** Null for a stranger's reply. */
  accountId: string | null;
  authorChannelId: string | null;
  authorHandle: string;
  text: string;
  hasPicture: number;
  publishedAt: number;
  updatedAt: number;
  state: CommentState;
}

type Row = StoredComment & { number: number };

interface NewComment {
  video: { id: string; channelId: string };
  parentId: string | null;
  account: Account;
  text: string;
  fate: Fate | null;
}

/**
 * A comment that exists on YouTube from the start, by an account of the sandbox or by a
 * stranger.
 */
interface SeededComment {
  id: string;
  video: { id: string; channelId: string };
  parentId: string | null;
  by: { accountId: string | null; channelId: string | null; handle: string };
  text: string;
  publishedAt: Date;
  state: CommentState;
}

interface Deps {
  store: Store;
  clock: Clock;
  channels: Channels;
  commentsOn: Catalogue['commentsOn'];
  replyOn?: Catalogue['replyOn'];
  /** True if strangers reply without being told to. */
  hasAudience: boolean;
}

const columns = `rowid AS number, id, videoId, videoChannelId, parentId, accountId, authorChannelId, authorHandle,
  text, hasPicture, publishedAt, updatedAt, iif(laterAt <= :now, laterState, state) AS state`;

/** Sorts replies in an order that looks arbitrary but is the same for every page. */
const byId = (a: Comment, b: Comment) => (a.id < b.id ? -1 : 1);

/**
 * Prepares the statements on the table of comments. They see it as it is at the clock's
 * time.
 */
function prepareStatements({ store, clock }: Pick<Deps, 'store' | 'clock'>) {
  const select = (where: string) => {
    const statement = store.prepare(
      `SELECT ${columns} FROM comments WHERE ${where} ORDER BY rowid`,
    );
    return (values: Record<string, string> = {}): Row[] =>
      statement.all({ ...values, now: clock.now().getTime() }) as never;
  };
  return {
    oursEver: select('accountId IS NOT NULL'),
    withId: select('id = :id AND publishedAt <= :now'),
    byVideo: select('videoId = :id AND publishedAt <= :now'),
    byParent: select('parentId = :id AND publishedAt <= :now'),
    everyReplyTo: select('parentId = :id AND accountId IS NULL'),
    replyCounts: store.prepare(
      `SELECT parentId, count(*) AS count FROM comments
       WHERE publishedAt <= :now AND iif(laterAt <= :now, laterState, state) = 'published' GROUP BY parentId`,
    ),
    insert: store.prepare(
      `INSERT INTO comments
       VALUES (:id, :videoId, :videoChannelId, :parentId, :accountId, :authorChannelId, :authorHandle,
        :text, :hasPicture, :publishedAt, :publishedAt, :state, :laterState, :laterAt)`,
    ),
    changeText: store.prepare('UPDATE comments SET text = ?, updatedAt = ? WHERE id = ?'),
    changeState: store.prepare(
      'UPDATE comments SET state = ?, laterState = NULL, laterAt = NULL WHERE id = ?',
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

/**
 * Derives the seed from the order of posting, so that a run can be repeated. Ids cannot
 * serve: they are random, like YouTube's.
 */
const seedOf = ({ videoId, number }: Pick<Row, 'videoId' | 'number'>) =>
  `${videoId}/${number}`;

const isBy = ({ accountId }: Row, readerId: string | null) =>
  accountId !== null && accountId === readerId;

const isListedFor = (readerId: string | null) => (row: Row) =>
  row.state === 'published' || (row.state === 'shadowHidden' && isBy(row, readerId));

/** Writes the comments of strangers that the page, a script or a test orders. */
function createStrangers({ withId, everyReplyTo, insert }: Statements, clock: Clock) {
  const orderReplies = (parentId: string, order: ReplyOrder): string[] => {
    const [parent] = withId({ id: parentId });
    if (!parent) throw new RangeError(`No comment ${parentId} was posted here.`);
    const { videoId, videoChannelId } = parent;
    const place = { id: parentId, videoChannelId };
    const from = everyReplyTo({ id: parentId }).length;
    const written = writeReplies({
      seed: seedOf(parent),
      parent: place,
      from,
      order,
      now: clock.now().getTime(),
    });
    return written.map(({ id, author, text, hasPicture, publishedAt }) => {
      insert.run({
        id,
        videoId,
        videoChannelId,
        parentId,
        accountId: null,
        authorChannelId: author.channelId,
        authorHandle: author.handle,
        text,
        hasPicture: Number(hasPicture),
        publishedAt,
        state: 'published',
        laterState: null,
        laterAt: null,
      });
      return id;
    });
  };

  const orderThreads = (videoId: string, videoChannelId: string, count: number): void => {
    const publishedAt = clock.now().getTime();
    for (let left = count; left > 0; left -= 1)
      insert.run({
        id: `Ugy${randomName(16)}4AaABAg`,
        videoId,
        videoChannelId,
        parentId: null,
        accountId: null,
        authorChannelId: null,
        authorHandle: '',
        text: 'First!',
        hasPicture: 0,
        publishedAt,
        state: 'published',
        laterState: null,
        laterAt: null,
      });
  };

  return { orderReplies, orderThreads };
}

export const createComments = ({
  store,
  clock,
  channels,
  commentsOn,
  replyOn,
  hasAudience,
}: Deps) => {
  let leaksHeld = false;
  const now = () => clock.now();
  const statements = prepareStatements({ store, clock });
  const {
    oursEver,
    withId,
    byVideo,
    byParent,
    everyReplyTo,
    replyCounts,
    insert,
    changeText,
    changeState,
  } = statements;
  const { orderReplies, orderThreads } = createStrangers(statements, clock);

  const stored = (id: string): Row | undefined => withId({ id })[0];

  const likesOfRow = (row: Row): number =>
    row.state === 'published'
      ? likesOf(seedOf(row), new Date(row.publishedAt), now())
      : 0;

  const shown = (row: Row): Comment => ({
    ...row,
    hasPicture: row.hasPicture === 1,
    author: { channelId: row.authorChannelId, handle: row.authorHandle },
    likes: likesOfRow(row),
    publishedAt: new Date(row.publishedAt),
    updatedAt: new Date(row.updatedAt),
    isPublic: row.state === 'published' || row.state === 'shadowHidden',
  });

  const isOnPage = (videoId: string): boolean => {
    const video = channels.find(videoId, now());
    return video !== undefined && acceptsComments(video);
  };

  const repliesTo = (parentId: string, readerId: string | null): Comment[] => {
    const parent = stored(parentId);
    const replies = parent
      ? byParent({ id: parentId }).filter(isListedFor(readerId))
      : [];
    const isSeen = parent?.state === 'published';
    return replies
      .filter(({ accountId }) => isSeen || accountId !== null)
      .map(shown)
      .sort(byId);
  };

  /**
   * Finds a comment that was posted in the sandbox. Authors also see comments that are
   * held back; nobody sees deleted ones, or those under a video that is gone.
   */
  const find = (id: string, readerId: string | null): Comment | undefined => {
    const row = stored(id);
    if (!row || row.state === 'deleted' || !isOnPage(row.videoId)) return undefined;
    if (row.parentId !== null && !find(row.parentId, readerId)) return undefined;
    if (row.state === 'published' || isBy(row, readerId)) return shown(row);
    return leaksHeld ? { ...shown(row), isPublic: true } : undefined;
  };

  return {
    add({ video, parentId, account, text, fate }: NewComment): Comment {
      const publishedAt = now().getTime();
      const id =
        parentId === null
          ? `Ugz${randomName(16)}4AaABAg`
          : `${parentId}.${randomName(22)}`;
      const { id: authorChannelId = null, handle: authorHandle = '' } =
        account.channel ?? {};
      const { state, later } = fate ?? fateByText(text);
      insert.run({
        id,
        videoId: video.id,
        videoChannelId: video.channelId,
        parentId,
        accountId: account.id,
        authorChannelId,
        authorHandle,
        text,
        hasPicture: 0,
        publishedAt,
        state,
        laterState: later?.state ?? null,
        laterAt: later && publishedAt + later.afterSeconds * 1_000,
      });
      const row = stored(id);
      if (!row) throw new Error('The comment was not stored.');
      const reply = hasAudience && parentId === null ? replyOn?.(video.id) : undefined;
      if (reply) orderReplies(id, preparedReply(seedOf(row), reply));
      // YouTube's response to an insert never reveals that a comment is held back.
      return { ...shown(row), isPublic: true };
    },
    /** Adds a comment to which strangers do not reply by themselves. */
    seed({ id, video, parentId, by, text, publishedAt, state }: SeededComment): void {
      insert.run({
        id,
        videoId: video.id,
        videoChannelId: video.channelId,
        parentId,
        accountId: by.accountId,
        authorChannelId: by.channelId,
        authorHandle: by.handle,
        text,
        hasPicture: 0,
        publishedAt: publishedAt.getTime(),
        state,
        laterState: null,
        laterAt: null,
      });
    },
    find,
    repliesTo,
    /**
     * Returns public comments, and the reader's own hidden ones, which look public to
     * their author.
     */
    threadsOf(video: Video, readerId: string | null): Comment[] {
      const own = byVideo({ id: video.id }).filter(({ parentId }) => parentId === null);
      const others = commentsOn(video, now()).map((comment) =>
        commentOfOther(video, comment),
      );
      return [...own.filter(isListedFor(readerId)).map(shown), ...others].sort(
        (a, b) => b.publishedAt.getTime() - a.publishedAt.getTime(),
      );
    },
    publicCount: (id: string): number => byVideo({ id }).filter(isListedFor(null)).length,
    authorOf: (id: string): string | null => stored(id)?.accountId ?? null,
    update(id: string, text: string): Comment | undefined {
      changeText.run(text, now().getTime(), id);
      const changed = stored(id);
      return changed && shown(changed);
    },
    /** Returns false for an unknown comment. */
    setState: (id: string, state: CommentState): boolean =>
      changeState.run(state, id).changes === 1,
    /**
     * Returns the ids of the new replies by strangers. Throws a RangeError for an unknown
     * comment.
     */
    orderReplies,
    orderThreads,
    /**
     * From now on, reading by id also shows strangers the comments that are held back or
     * hidden.
     */
    leakHeld(): void {
      leaksHeld = true;
    },
    strangersRepliesTo: (parentId: string): StoredComment[] =>
      everyReplyTo({ id: parentId }),
    /**
     * Returns what the accounts posted, with the likes and reply counts that a list shows
     * now.
     */
    posted() {
      const counted = replyCounts.all({ now: now().getTime() });
      const replies = new Map(
        counted.map(({ parentId, count }) => [parentId, Number(count)]),
      );
      return oursEver().map(({ number, accountId, ...row }) => ({
        ...row,
        accountId: accountId ?? '',
        likes: likesOfRow({ ...row, accountId, number }),
        replies: row.state === 'published' ? (replies.get(row.id) ?? 0) : 0,
      }));
    },
  };
};

export type Comments = ReturnType<typeof createComments>;
export type PostedComment = ReturnType<Comments['posted']>[number];
