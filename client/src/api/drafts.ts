import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import {
  type Comment,
  commentListSchema,
  commentSchema,
} from '#shared/contracts/comment-detail.ts';
import {
  draftRecordSchema,
  draftViewSchema,
  type GenerateBulkRequest,
  type GenerateBulkResponse,
  type GenerateRequest,
  generateBulkResponseSchema,
  type RegenerateRequest,
  type Stretch,
  transcriptPlanSchema,
  videoMaterialSchema,
  type WriteComment,
} from '#shared/contracts/drafts.ts';
import { toast } from '../lib/toast.ts';
import { forgetUnsavedEdits } from '../lib/unsaved.ts';
import {
  changeWhole,
  draftRecordsKey,
  patchComment,
  sendGuarded,
  wholeCommentKey,
} from './comments.ts';
import {
  type DraftListener,
  type StreamedDraft,
  type StreamOptions,
  streamDraft,
} from './draft-stream.ts';
import { fetchJson, jsonQuery, post, remove, toastFailure } from './http.ts';
import { refreshChanged, refreshComment, refreshFigures, refreshRows } from './live.ts';
import { freeVideo } from './videos.ts';

/**
 * Writes the first draft of a video, or another version of the comment if `commentId` is
 * given.
 */
export async function writeDraft(
  client: QueryClient,
  commentId: number | undefined,
  request: GenerateRequest | RegenerateRequest,
  options: StreamOptions,
): Promise<StreamedDraft> {
  const path = commentId === undefined ? 'generate' : `${commentId}/regenerate`;
  const { draft, step, judged } = await streamDraft(
    `/api/comments/${path}`,
    request,
    options,
  );
  const { id, videoId } = draft.comment;
  showComment(client, draft.comment);
  return {
    draft,
    step,
    judged: judged.then((answer) => {
      if (!answer) return null;
      const { analysis, qualityScore, isScoreCurrent } = answer.comment;
      // The cached comment may have a newer text and revision by now, so only these
      // fields are updated.
      changeWhole(
        client,
        id,
        (comment) => comment && { ...comment, analysis, qualityScore, isScoreCurrent },
      );
      refreshComment(client, id, videoId);
      return answer;
    }),
  };
}

const draftOf = (id: number, verb: string, body: object) =>
  post(`/api/comments/${id}/${verb}`, draftViewSchema, body);

function showComment(client: QueryClient, comment: Comment): void {
  changeWhole(client, comment.id, () => comment);
  patchComment(client, comment.id, comment);
  refreshComment(client, comment.id, comment.videoId);
}

async function shown<Answer extends { comment: Comment }>(
  client: QueryClient,
  asked: Promise<Answer>,
) {
  const answer = await asked;
  showComment(client, answer.comment);
  return answer;
}

export async function streamAnswer(
  replyId: number,
  text: DraftListener['text'],
  signal: AbortSignal,
): Promise<Comment> {
  const { draft } = await streamDraft(
    `/api/replies/${replyId}/draft`,
    {},
    { listener: { text }, signal },
  );
  return draft.comment;
}

export const pickDraft = (client: QueryClient, comment: Comment, alternative: string) =>
  shown(
    client,
    sendGuarded(client, comment, (revision) =>
      draftOf(comment.id, 'pick', { alternative, revision }),
    ),
  );

/** Stores a comment that the user wrote without a draft. */
export async function writeByHand(
  client: QueryClient,
  written: WriteComment,
): Promise<Comment> {
  const comment = await post('/api/comments', commentSchema, written);
  showComment(client, comment);
  return comment;
}

/** Writes one more draft from another angle and keeps the present ones. */
export const writeOther = ({ id, revision }: Comment) =>
  draftOf(id, 'takes', { revision, count: 1 });

type SavedText = Pick<Comment, 'id' | 'content' | 'revision'>;

export const readAgain = (client: QueryClient, comment: SavedText) =>
  shown(
    client,
    sendGuarded(client, comment, (revision) => draftOf(comment.id, 'read', { revision })),
  );

/**
 * Marks a sentence of the analysis as known by the owner ("I know this"), so that it
 * needs no source.
 */
export async function vouch(
  client: QueryClient,
  comment: SavedText,
  sentence: string,
): Promise<Comment> {
  const path = `/api/comments/${comment.id}/vouch`;
  const vouched = await sendGuarded(client, comment, (revision) =>
    post(path, commentSchema, { sentence, revision }),
  );
  showComment(client, vouched);
  return vouched;
}

/**
 * Deletes a draft.
 * @throws if its text has changed, or if it was decided, queued or sent to YouTube.
 */
export async function discardDraft(
  client: QueryClient,
  { id, videoId, revision }: Comment,
): Promise<void> {
  // Update the row at once. The Discard button disappears with it; later, that would drop
  // the keyboard focus.
  freeVideo(client, videoId);
  try {
    await remove(`/api/comments/${id}?revision=${revision}`);
    forgetUnsavedEdits(id);
  } finally {
    refreshChanged(client, { comments: new Set([id]), videos: new Set([videoId]) });
    refreshFigures(client);
  }
}

export const draftRecordQuery = (commentId: number, revision: number) =>
  jsonQuery(
    [...draftRecordsKey(commentId), revision],
    `/api/comments/${commentId}/draft`,
    draftRecordSchema,
  );

function bulkSummary({
  successful,
  skipped,
  failed,
  addedToQueue,
}: GenerateBulkResponse['summary']): string {
  return [
    `Generated ${successful} ${successful === 1 ? 'comment' : 'comments'}`,
    skipped > 0 && `skipped ${skipped}`,
    failed > 0 && `${failed} failed`,
    addedToQueue > 0 && `${addedToQueue} added to queue`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Runs a bulk generation. A toast reports the outcome even if the component that started
 * it is unmounted.
 */
const useBulk = <Asked>(mutationFn: (asked: Asked) => Promise<GenerateBulkResponse>) =>
  useMutation({
    mutationFn,
    onSuccess({ results, summary }, _, __, { client }) {
      const comments = new Set(results.flatMap(({ commentId }) => commentId ?? []));
      refreshRows(client, {
        comments,
        videos: new Set(results.map(({ videoId }) => videoId)),
      });
      refreshFigures(client);
      toast({ title: 'Bulk Generation Complete', description: bulkSummary(summary) });
    },
    onError: (error) =>
      toastFailure('Bulk Generation Failed', error, 'Failed to generate comments'),
  });

export const useBulkGeneration = () =>
  useBulk((body: GenerateBulkRequest) =>
    post('/api/comments/generate-bulk', generateBulkResponseSchema, body),
  );

/**
 * Drafts the videos that the last bulk run left without a draft,
 * each with the style and queue choice it was requested with.
 */
export const useBulkRest = () =>
  useBulk<void>(() => post('/api/bulk-run/rest', generateBulkResponseSchema));

/** Loads a whole comment; null if it does not exist. */
export const commentQuery = (id: number) =>
  queryOptions({
    queryKey: wholeCommentKey(id),
    queryFn: async ({ signal }): Promise<Comment | null> => {
      const asked = { query: { ids: id }, signal };
      const [comment = null] = await fetchJson('/api/comments', asked, commentListSchema);
      return comment;
    },
    // A response to a request sent before a change must not bring the old text back.
    structuralSharing: (before, now) =>
      ((before as Comment | null | undefined)?.revision ?? 0) >
      ((now as Comment | null)?.revision ?? 0)
        ? before
        : now,
  });

/**
 * Never refetches while a page is open, because the server loads a video's top comments
 * only once a day.
 */
export const materialQuery = (videoId: number) =>
  jsonQuery(
    ['video-material', videoId],
    `/api/videos/${videoId}/material`,
    videoMaterialSchema,
  );

/**
 * Loads which parts of a pasted transcript a draft would use. An error says what could
 * not be parsed.
 */
export const transcriptPlanQuery = (
  videoId: number,
  {
    transcript,
    point,
    stretches,
  }: { transcript: string; point: string; stretches: readonly Stretch[] },
) =>
  queryOptions({
    queryKey: ['transcript-plan', videoId, transcript, point, stretches],
    enabled: transcript !== '',
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchJson(
        `/api/videos/${videoId}/transcript`,
        {
          method: 'POST',
          body: {
            transcript,
            ...(point && { point }),
            ...(stretches.length > 0 && { stretches }),
          },
          signal,
        },
        transcriptPlanSchema,
      ),
  });
