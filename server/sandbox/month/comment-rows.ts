import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { comments, draftRecords, postAttempts, queueItems } from '#shared/schema.ts';
import type { Account } from '../google-tokens.ts';
import { analysisOf, UNREAD_SCORE } from './analysis.ts';
import { type Figures, outcomeOf } from './outcomes.ts';
import type { MonthPlan, PlannedComment } from './plan.ts';
import { answerRows, replyRow } from './reply-rows.ts';
import { later, MINUTE } from './times.ts';

type CommentRow = typeof comments.$inferInsert;
type AttemptRow = typeof postAttempts.$inferInsert;

/** The version of the prompt that the sample drafts name. */
const PROMPT_VERSION = '8';

function stateOf(
  plan: MonthPlan,
  comment: PlannedComment,
  figures: Figures,
): Partial<CommentRow> {
  const { record } = comment;
  const { at } = plan;
  switch (record.state) {
    case 'pending':
      return { status: 'pending', draftedForYou: record.forYou ?? false };
    case 'approved':
    case 'scheduled':
      return { status: 'approved', reviewedAt: at(record.decided) };
    case 'rejected':
      return { status: 'rejected', reviewedAt: at(record.decided) };
    case 'failed':
      return {
        status: 'failed',
        reviewedAt: later(at(record.drafted), 20 * MINUTE),
        failureCode: record.failure,
        failureReason: postingReason(record.failure),
        updatedAt: at(record.failed),
      };
    case 'posted': {
      const outcome = outcomeOf(plan, { ...comment, record }, figures);
      return {
        status: 'posted',
        reviewedAt: later(at(record.drafted), 20 * MINUTE),
        ...outcome,
        updatedAt: outcome.withdrawnAt ?? outcome.postedAt,
      };
    }
  }
}

function commentRow(
  plan: MonthPlan,
  comment: PlannedComment,
  figures: Figures,
): CommentRow {
  const { id, record, videoRowId, draft, earlier, text } = comment;
  const draftedAt = plan.at(record.drafted);
  const redrafted = record.state === 'pending' ? record.redrafted : undefined;
  const createdAt = redrafted ? plan.at(redrafted.at) : draftedAt;
  const revisions =
    (record.text ? 1 : 0) + (redrafted ? 1 : 0) + (record.state === 'pending' ? 0 : 1);
  return {
    id,
    videoId: videoRowId,
    content: text,
    style: record.style,
    qualityScore: draft.reading?.score ?? UNREAD_SCORE,
    analysis: analysisOf(comment, draft),
    revision: 1 + revisions,
    generatedContent: draft.text,
    previousTexts:
      redrafted && earlier
        ? [
            {
              content: earlier.text,
              style: redrafted.style,
              replacedAt: draftedAt.toISOString(),
            },
          ]
        : [],
    voiceProfileId: plan.request.firstId,
    model: sandboxModelName,
    createdAt,
    updatedAt: draftedAt,
    ...stateOf(plan, comment, figures),
  };
}

function queueRow(
  plan: MonthPlan,
  { id, record }: PlannedComment,
): (typeof queueItems.$inferInsert)[] {
  if (record.state === 'posted') return [];
  const createdAt = plan.at(record.drafted);
  const scheduledFor = record.state === 'scheduled' ? plan.at(record.scheduled) : null;
  return [
    {
      id,
      commentId: id,
      createdAt,
      scheduledFor,
      dueAt: scheduledFor,
      autoPost: scheduledFor !== null,
    },
  ];
}

function attemptsOf(
  plan: MonthPlan,
  comment: PlannedComment,
  account: Account,
): AttemptRow[] {
  const { record, video, text } = comment;
  const { at } = plan;
  const sent = {
    commentId: comment.id,
    content: text,
    youtubeVideoId: video.id,
    channelId: video.channelId,
    parentYoutubeId: null,
    authorChannelId: account.channel?.id ?? '',
    authorChannelTitle: account.channel?.title ?? null,
    worker: 'sample',
  };
  if (record.state === 'failed') {
    const closedAt = at(record.failed);
    const startedAt = record.sent ? at(record.sent) : later(closedAt, -1_000);
    const checkCount = record.failure === 'unconfirmed' ? 2 : 0;
    return [
      {
        ...sent,
        origin: 'loop',
        state: 'failed',
        outcomeCode: record.failure,
        startedAt,
        closedAt,
        checkCount,
      },
    ];
  }
  if (record.state !== 'posted') return [];
  const attempt = (
    kind: 'insert' | 'withdraw',
    closedAt: Date,
    origin: 'loop' | 'manual',
  ): AttemptRow => ({
    ...sent,
    origin,
    kind,
    state: 'posted',
    outcomeCode: 'posted',
    startedAt: later(closedAt, -1_000),
    closedAt,
  });
  const posted = attempt('insert', at(record.posted), record.origin);
  return record.withdrawn
    ? [posted, attempt('withdraw', at(record.withdrawn), 'manual')]
    : [posted];
}

export function commentRows(plan: MonthPlan, account: Account, figures: Figures) {
  const { firstId } = plan.request;
  const answers = plan.replies.flatMap((reply) => answerRows(plan, reply, account) ?? []);
  const rows = [
    ...plan.comments.map((comment) => commentRow(plan, comment, figures)),
    ...answers.map(({ row }) => row),
  ];
  const attempts = [
    ...plan.comments.flatMap((comment) => attemptsOf(plan, comment, account)),
    ...answers.flatMap((answer) => answer.attempts),
  ].sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  return {
    comments: rows,
    replies: plan.replies.map((reply) => replyRow(plan, reply)),
    draftRecords: rows.map((row) => draftRecord(plan, row)),
    queueItems: [
      ...plan.comments.flatMap((comment) => queueRow(plan, comment)),
      ...answers.flatMap(({ queued }) => queued),
    ],
    postAttempts: attempts.map((attempt, index) => ({ id: firstId + index, ...attempt })),
  };
}

function draftRecord(
  plan: MonthPlan,
  { id = 0, createdAt }: CommentRow,
): typeof draftRecords.$inferInsert {
  const { firstId } = plan.request;
  const { voice, at } = plan;
  const rules = voice.rules.map((rule, index) => ({ ...rule, id: firstId + index }));
  const known = rules.filter(
    ({ status, decided }) =>
      status === 'accepted' && decided !== null && at(decided) <= createdAt,
  );
  const wasEdited = at(voice.editedAt) <= createdAt;
  const why: DraftWhy = {
    promptVersion: PROMPT_VERSION,
    parts: [],
    profile: {
      id: firstId,
      name: voice.profile.name,
      version: 1 + (wasEdited ? 1 : 0) + known.length,
    },
    examples: [],
    rules: known.map(({ id: ruleId, text }) => ({ id: ruleId, text })),
    model: sandboxModelName,
    tokens: null,
    costUsd: null,
    transcript: null,
  };
  return {
    commentId: id,
    why,
    alternatives: [],
    material: null,
    quotedAt: createdAt,
    createdAt,
  };
}
