import type { CommentAnalysis, GroundedSentence } from '#shared/contracts/comment-detail.ts';
import type { Look } from '#shared/contracts/comments.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { comments, draftRecords, postAttempts, queueItems, replies } from '#shared/schema.ts';
import type { Account } from '../google-tokens.ts';
import type { Drafted, MonthPlan, PlannedComment, PlannedReply } from './plan.ts';

type CommentRow = typeof comments.$inferInsert;
type AttemptRow = typeof postAttempts.$inferInsert;
type PostedComment = PlannedComment & { record: Extract<PlannedComment['record'], { state: 'posted' }> };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * When the app checks a posted comment (rule 13.1), and after how long a second check confirms that strangers
 * do not see it.
 */
const LOOK_DELAYS = [10 * MINUTE, DAY, 7 * DAY];
const SECOND_LOOK = 5 * MINUTE;
/** The app gives this score to texts without a second reading, such as the hand-written answers. */
const UNREAD_SCORE = 60;
const PROMPT_VERSION = '8';

/** The likes and replies that the sandbox shows now. */
export type Figures = ReadonlyMap<string, { likes: number; replies: number }>;

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

const grounded = ({ video }: PlannedComment, draft: Drafted): GroundedSentence[] => {
  const chapters = new Map(
    [...video.description.matchAll(/^(\d+):(\d\d) (.+)$/gm)].map(([, minutes, seconds, title]) => [
      title,
      Number(minutes) * 60 + Number(seconds),
    ]),
  );
  return draft.sentences.map(({ text, kind, quote }) => {
    if (kind === 'own_knowledge' || kind === 'none')
      return { text, source: { kind, quote: null, at: null }, unsupported: [] };
    const chapter = [...chapters].find(([title = '']) => title.includes(quote));
    const at = kind === 'chapter' ? (chapter?.[1] ?? null) : null;
    return { text, source: { kind, quote, at }, unsupported: [] };
  });
};

const passedChecks = (text: string): CommentAnalysis['checks'] => [
  { name: 'length', passed: true, detail: `${text.length} of at most 2,000 characters.` },
  { name: 'links', passed: true, detail: 'No links, contact details or wallets.' },
  { name: 'profile_text', passed: true, detail: 'Nothing copied from your profile or the prompt.' },
  { name: 'avoided_words', passed: true, detail: 'None of the words your profile avoids.' },
  { name: 'repetition', passed: true, detail: 'Not close to an earlier comment of yours.' },
  { name: 'quotation', passed: true, detail: 'Every quotation was found in your material.' },
];

function analysisOf(sentences: GroundedSentence[], { text, reading }: Drafted): CommentAnalysis {
  const base = {
    platformCompliance: true,
    checks: passedChecks(text),
    scoreParts: [],
    sentences,
    cannotCheck: false,
    alreadySaid: null,
  };
  if (!reading) return { ...base, engagementPotential: '', technicalAccuracy: '', tone: '', reading: null };
  return {
    ...base,
    engagementPotential: reading.engagement,
    technicalAccuracy: reading.accuracy,
    tone: reading.tone,
    reading: { text, for: reading.for, against: reading.against || null, wrong: [] },
  };
}

/** Returns what the app knows by now about a posted comment. */
function outcomeOf(plan: MonthPlan, { record, youtubeId }: PostedComment, figures: Figures) {
  const { now } = plan.request;
  const postedAt = plan.at(record.posted);
  const withdrawnAt = record.withdrawn ? plan.at(record.withdrawn) : null;
  const end = withdrawnAt ?? now;
  const due = LOOK_DELAYS.map((delay) => later(postedAt, delay));
  const looks = due.filter((at) => at <= end).map((at, index) => lookAt(at, index, record.seen));
  const isYoung = now.getTime() - postedAt.getTime() < 7 * DAY;
  const isGone = withdrawnAt !== null || record.seen !== 'public';
  const shown = isGone ? undefined : figures.get(youtubeId ?? '');
  const { likes, replies } = shown ?? { likes: 0, replies: 0 };
  const goneAt = withdrawnAt ?? later(postedAt, DAY);
  return {
    postedAt,
    withdrawnAt,
    youtubeCommentId: youtubeId,
    looks,
    ...visibilityAfter(looks.at(-1)),
    nextLookAt: withdrawnAt ? null : (due.find((at) => at > now) ?? null),
    likeCount: likes,
    replyCount: replies,
    readReplyCount: replies,
    outcomesCheckedAt: isGone ? later(goneAt, -HOUR) : later(now, -2 * HOUR),
    nextFiguresAt: withdrawnAt ? null : later(now, isYoung ? 4 * HOUR : 20 * HOUR),
    isExample: record.isExample ?? false,
  };
}

/** The first check finds every comment public; YouTube hides one only later. */
function lookAt(at: Date, index: number, seen: PostedComment['record']['seen']): Look {
  if (seen === 'public' || index === 0) return { at: at.toISOString(), seenBy: 'everyone', reason: null };
  const secondLookAt = later(at, SECOND_LOOK).toISOString();
  if (seen === 'only_you') return { at: secondLookAt, seenBy: 'owner', reason: 'held_or_hidden' };
  return { at: secondLookAt, seenBy: 'nobody', reason: 'not_on_the_video' };
}

function visibilityAfter(last: Look | undefined) {
  if (!last) return { visibility: null, visibilityReason: null, visibilityCheckedAt: null };
  const words = { everyone: 'public', owner: 'only_you', nobody: 'removed' } as const;
  return {
    visibility: last.seenBy ? words[last.seenBy] : null,
    visibilityReason: last.reason,
    visibilityCheckedAt: new Date(last.at),
  };
}

function stateOf(plan: MonthPlan, comment: PlannedComment, figures: Figures): Partial<CommentRow> {
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

function commentRow(plan: MonthPlan, comment: PlannedComment, figures: Figures): CommentRow {
  const { id, record, videoRowId, draft, earlier, text } = comment;
  const draftedAt = plan.at(record.drafted);
  const redrafted = record.state === 'pending' ? record.redrafted : undefined;
  const createdAt = redrafted ? plan.at(redrafted.at) : draftedAt;
  const revisions = (record.text ? 1 : 0) + (redrafted ? 1 : 0) + (record.state === 'pending' ? 0 : 1);
  return {
    id,
    videoId: videoRowId,
    content: text,
    style: record.style,
    qualityScore: draft.reading?.score ?? UNREAD_SCORE,
    analysis: analysisOf(grounded(comment, draft), draft),
    revision: 1 + revisions,
    generatedContent: draft.text,
    previousTexts:
      redrafted && earlier
        ? [{ content: earlier.text, style: redrafted.style, replacedAt: draftedAt.toISOString() }]
        : [],
    voiceProfileId: plan.request.firstId,
    model: sandboxModelName,
    createdAt,
    updatedAt: draftedAt,
    ...stateOf(plan, comment, figures),
  };
}

function queueRow(plan: MonthPlan, { id, record }: PlannedComment): (typeof queueItems.$inferInsert)[] {
  if (record.state === 'posted') return [];
  const createdAt = plan.at(record.drafted);
  const scheduledFor = record.state === 'scheduled' ? plan.at(record.scheduled) : null;
  return [
    { id, commentId: id, createdAt, scheduledFor, dueAt: scheduledFor, autoPost: scheduledFor !== null },
  ];
}

function attemptsOf(plan: MonthPlan, comment: PlannedComment, account: Account): AttemptRow[] {
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
  const attempt = (kind: 'insert' | 'withdraw', closedAt: Date, origin: 'loop' | 'manual'): AttemptRow => ({
    ...sent,
    origin,
    kind,
    state: 'posted',
    outcomeCode: 'posted',
    startedAt: later(closedAt, -1_000),
    closedAt,
  });
  const posted = attempt('insert', at(record.posted), record.origin);
  return record.withdrawn ? [posted, attempt('withdraw', at(record.withdrawn), 'manual')] : [posted];
}

function answerRows(plan: MonthPlan, reply: PlannedReply, account: Account) {
  const { answer, to } = reply;
  if (!answer) return null;
  const { at, request } = plan;
  const createdAt = at(answer.drafted);
  const postedAt = answer.posted ? at(answer.posted) : null;
  const draft: Drafted = { sentences: answer.sentences, text: answer.text, reading: null };
  const looks: Look[] = (postedAt ? LOOK_DELAYS : []).flatMap((delay) => {
    const look = later(postedAt ?? createdAt, delay);
    return look > request.now ? [] : [{ at: look.toISOString(), seenBy: 'everyone', reason: null }];
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
    analysis: analysisOf(grounded(to, draft), draft),
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

function replyRow(plan: MonthPlan, reply: PlannedReply): typeof replies.$inferInsert {
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

function draftRecord(plan: MonthPlan, { id = 0, createdAt }: CommentRow): typeof draftRecords.$inferInsert {
  const { firstId } = plan.request;
  const { voice, at } = plan;
  const rules = voice.rules.map((rule, index) => ({ ...rule, id: firstId + index }));
  const known = rules.filter(
    ({ status, decided }) => status === 'accepted' && decided !== null && at(decided) <= createdAt,
  );
  const wasEdited = at(voice.editedAt) <= createdAt;
  const why: DraftWhy = {
    promptVersion: PROMPT_VERSION,
    parts: [],
    profile: { id: firstId, name: voice.profile.name, version: 1 + (wasEdited ? 1 : 0) + known.length },
    examples: [],
    rules: known.map(({ id: ruleId, text }) => ({ id: ruleId, text })),
    model: sandboxModelName,
    tokens: null,
    costUsd: null,
    transcript: null,
  };
  return { commentId: id, why, alternatives: [], material: null, quotedAt: createdAt, createdAt };
}
