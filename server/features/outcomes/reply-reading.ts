import { beginningOf } from '#shared/rules/cut-text.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { ListedReply, ReplyPage, Thread } from '../../providers/youtube/youtube.ts';
import { storableText } from '../videos/video.rules.ts';
import type { OutcomeReads } from './outcome-reads.service.ts';
import type { KnownThread, ReplyReadingRepository } from './reply-reading.repository.ts';

interface Deps extends ClockAndEvents {
  repository: ReplyReadingRepository;
  reads: Pick<OutcomeReads, 'asAnyone' | 'readThreads' | 'setAside'>;
}

/**
 * Texts older than this are read again: two days before they must be deleted, since
 * YouTube may be down.
 */
export const renewAgeMs = 27 * 86_400_000;

const longestText = 10_000;
const longestName = 200;

/**
 * The most times that all replies of a thread are read, if some are missing after the
 * first time.
 */
const mostPasses = 2;

/** Reads strangers' replies from YouTube and stores each of them once (rule 13.7). */
export function createReplyReading(deps: Deps) {
  const { repository, reads, events, clock } = deps;

  async function readKnown(thread: Thread, known: KnownThread): Promise<number> {
    try {
      return await readThread(deps, thread, known);
    } catch (error) {
      await reads.setAside(thread.youtubeCommentId, error);
      return 0;
    }
  }

  /**
   * Stores the counts of the threads, so that the inbox and History show the same ones
   * (rule 13.4).
   */
  async function keepCounts(threads: readonly Thread[]): Promise<void> {
    const changed = await repository.recordCounts(threads, clock.now());
    events.changed(...changed.map((comment) => ({ comment })));
    if (changed.length > 0) events.changed('analytics');
  }

  /** Stores the replies in these threads. Returns how many are new. */
  async function store(threads: readonly Thread[]): Promise<number> {
    const known = await repository.knownThreads(
      threads.map(({ youtubeCommentId }) => youtubeCommentId),
    );
    const byId = new Map(known.map((thread) => [thread.youtubeCommentId, thread]));
    let added = 0;
    for (const thread of threads) {
      const ours = byId.get(thread.youtubeCommentId);
      if (ours) added += await readKnown(thread, ours);
    }
    return added;
  }

  return {
    store,

    /** Reads these threads from YouTube. Returns how many replies are new. */
    async read(youtubeCommentIds: readonly string[]): Promise<number> {
      let added = 0;
      for await (const { threads } of reads.readThreads(youtubeCommentIds)) {
        await keepCounts(threads);
        added += await store(threads);
      }
      return added;
    },
  };
}

/**
 * Stores the replies of a thread, and deletes those that are gone. Returns how many are
 * new.
 */
async function readThread(
  { repository, reads, events, clock }: Deps,
  { replies, replyCount }: Thread,
  known: KnownThread,
): Promise<number> {
  const now = clock.now();
  const oldBefore = new Date(now.getTime() - renewAgeMs);
  const seen = new Set<string>();
  let added = 0;

  /**
   * Saves the replies and notifies pages at once, because the request for a later page
   * may be refused.
   */
  async function save(listed: readonly ListedReply[]): Promise<void> {
    for (const { youtubeReplyId } of listed) seen.add(youtubeReplyId);
    const found = strangersReplies(listed, known, now);
    const saved = await repository.save(found);
    if (saved > 0) events.changed('replies');
    // The comment's row shows a reply by the creator, too.
    if (saved > 0 && found.some(({ byCreator }) => byCreator))
      events.changed('analytics', { comment: known.commentId });
    added += saved;
  }

  async function saveAllPages(): Promise<void> {
    let pageToken: string | null = null;
    do {
      const from: string | null = pageToken;
      const page: ReplyPage = await reads.asAnyone((youtube, auth) =>
        youtube.listReplies(known.youtubeCommentId, from, auth),
      );
      await save(page.replies);
      pageToken = page.nextPageToken;
    } while (pageToken !== null);
  }

  await save(replies);
  if (replyCount === null) return added;
  // The first few replies come with the thread and may be all there are.
  if (seen.size < replyCount) {
    const isOld = known.oldestTextAt !== null && known.oldestTextAt <= oldBefore;
    if (replyCount === known.readReplyCount && !isOld) return added;
    // Replies added or deleted during the read shift the others between pages, so a
    // second pass may find the missing ones.
    for (let pass = 0; pass < mostPasses && seen.size < replyCount; pass += 1)
      await saveAllPages();
  }
  const gone = await repository.finishReading({
    commentId: known.commentId,
    replyCount,
    youtubeReplyIds: [...seen],
    isWhole: seen.size === replyCount,
    readAt: now,
    oldBefore,
  });
  if (gone > 0) events.changed('replies');
  return added;
}

/**
 * Leaves out the owner's own replies. A reply without an author, from a deleted account,
 * is not the owner's.
 */
function strangersReplies(
  listed: readonly ListedReply[],
  { commentId, channelId, ownChannels }: KnownThread,
  now: Date,
) {
  const distinct = new Map(listed.map((reply) => [reply.youtubeReplyId, reply]));
  return [...distinct.values()]
    .filter(
      ({ authorChannelId }) =>
        authorChannelId === null || !ownChannels.includes(authorChannelId),
    )
    .map(
      ({
        youtubeReplyId,
        authorChannelId,
        authorName,
        text,
        hasPicture,
        likeCount,
        publishedAt,
      }) => ({
        commentId,
        youtubeReplyId,
        authorChannelId,
        authorName: beginningOf(storableText(authorName), longestName),
        text: beginningOf(storableText(text), longestText),
        hasPicture,
        likeCount,
        byCreator: authorChannelId === channelId,
        publishedAt: new Date(publishedAt),
        fetchedAt: now,
        createdAt: now,
      }),
    );
}
