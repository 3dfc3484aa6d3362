import type { Look } from '#shared/contracts/comments.ts';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import type { comments, postAttempts, replies } from '#shared/schema.ts';
import type { Account } from '../google-tokens.ts';
import { analysisOf, UNREAD_SCORE } from './analysis.ts';
import { LOOK_DELAYS } from './outcomes.ts';
import type { Drafted, MonthPlan, PlannedReply } from './plan.ts';
import { HOUR, later } from './times.ts';

type CommentRow = typeof comments.$inferInsert;
type AttemptRow = typeof postAttempts.$inferInsert;

/** Returns the rows of the owner's answer to a reply, or null if there is none. */
export function answerRows(plan: MonthPlan, reply: PlannedReply, account: Account) {
  const { answer, to } = reply;
  if (!answer) return null;
  const { at, request } = plan;
  const createdAt = at(answer.drafted);
  const postedAt = answer.posted ? at(answer.posted) : null;
  const draft: Drafted = {
    sentences: answer.sentences,
    text: answer.text,
    reading: null,
  };
  const looks: Look[] = (postedAt ? LOOK_DELAYS : []).flatMap((delay) => {
    const look = later(postedAt ?? createdAt, delay);
    return look > request.now
      ? []
      : [{ at: look.toISOString(), seenBy: 'everyone', reason: null }];
  });
  const lastLook = looks.at(-1);
  const nextLook = LOOK_DELAYS.map((delay) => later(postedAt ?? createdAt, delay)).find(
    (look) => look > request.now,
  );
  const row: CommentRow = {
    id: answer.id,
    videoId: to.videoRowId,
    replyId: reply.id,
    content: answer.text,
    generatedContent: answer.text,
    style: 'insightful',
    qualityScore: UNREAD_SCORE,
    analysis: analysisOf(to, draft),
    voiceProfileId: request.firstId,
    model: sandboxModelName,
    createdAt,
    updatedAt: postedAt ?? createdAt,
    ...(postedAt && {
      status: 'posted' as const,
      revision: 2,
      reviewedAt: postedAt,
      postedAt,
      youtubeCommentId: answer.youtubeId,
      looks,
      visibility: lastLook ? ('public' as const) : null,
      visibilityCheckedAt: lastLook ? new Date(lastLook.at) : null,
      nextLookAt: nextLook ?? null,
    }),
  };
  const queued = postedAt ? [] : [{ id: answer.id, commentId: answer.id, createdAt }];
  const attempts: AttemptRow[] = postedAt
    ? [
        {
          commentId: answer.id,
          origin: 'manual',
          kind: 'insert',
          state: 'posted',
          content: answer.text,
          youtubeVideoId: to.video.id,
          channelId: to.video.channelId,
          parentYoutubeId: to.youtubeId,
          authorChannelId: account.channel?.id ?? '',
          authorChannelTitle: account.channel?.title ?? null,
          worker: 'sample',
          startedAt: later(postedAt, -1_000),
          outcomeCode: 'posted',
          closedAt: postedAt,
        },
      ]
    : [];
  return { row, queued, attempts };
}

export function replyRow(
  plan: MonthPlan,
  reply: PlannedReply,
): typeof replies.$inferInsert {
  const { id, to, youtubeId, by, text, record } = reply;
  const publishedAt = plan.at(record.at);
  const { now } = plan.request;
  const seenAt = later(publishedAt, HOUR);
  return {
    id,
    commentId: to.id,
    youtubeReplyId: youtubeId,
    authorChannelId: by.channelId,
    authorName: by.handle,
    text,
    likeCount: 0,
    byCreator: record.byChannel ?? false,
    publishedAt,
    state: record.state,
    fetchedAt: later(now, -2 * HOUR),
    createdAt: seenAt < now ? seenAt : publishedAt,
  };
}
