import { z } from 'zod';
import { acceptsComments } from '../catalogue/statistics.ts';
import type { Comment } from '../comments/comment.ts';
import type { Fate } from '../comments/moderation.ts';
import { requireReader, requireWriter } from './caller.ts';
import type { Call, YouTubeDeps } from './endpoint.ts';
import { googleError } from './errors.ts';
import { pageOf, wholeList } from './list-response.ts';
import { idsOf } from './params.ts';
import { threadResource } from './resources.ts';

const DOMAIN = 'youtube.commentThread';
const PARTS = ['id', 'snippet', 'replies'];
/** YouTube documents no limit; this one is widely used. */
const MOST_CHARACTERS = 10_000;

const bodySchema = z.object({
  snippet: z.object({
    channelId: z.string().optional(),
    videoId: z.string().optional(),
    topLevelComment: z.object({ snippet: z.object({ textOriginal: z.string().optional() }) }).optional(),
  }),
});

export const readBody = <T>(schema: z.ZodType<T>, body: unknown, reason: string): T => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw googleError(reason);
  return parsed.data;
};

export const checkText = (text: string | undefined, domain: string): string => {
  if (text === undefined || text.trim() === '') throw googleError('commentTextRequired', { domain });
  if (text.length > MOST_CHARACTERS) throw googleError('commentTextTooLong', { domain });
  return text;
};

export const fateOfCall = ({ locals }: Call): Fate | null =>
  (locals['commentFate'] as Fate | undefined) ?? null;

export const readerIdOf = ({ caller }: Call): string | null =>
  caller.kind === 'user' ? caller.account.id : null;

export const insertThread = (deps: YouTubeDeps) => (call: Call) => {
  const account = requireWriter(call.caller);
  const parts = call.params.parts(PARTS);
  const { snippet } = readBody(bodySchema, call.req.body, 'invalidCommentThreadMetadata');
  const text = checkText(snippet.topLevelComment?.snippet.textOriginal, DOMAIN);
  if (!snippet.videoId) throw googleError('channelOrVideoIdMissing');
  const video = deps.catalogue().find(snippet.videoId, call.now);
  if (!video) throw googleError('videoNotFound', { location: 'body.snippet.videoId' });
  if (snippet.channelId !== undefined && snippet.channelId !== video.channelId)
    throw googleError('channelNotFound');
  if (!acceptsComments(video)) throw googleError('commentsDisabled');
  const comment = deps.comments.add({ video, parentId: null, account, text, fate: fateOfCall(call) });
  return threadResource(comment, [], parts, call);
};

const threadsOfVideo = (deps: YouTubeDeps, call: Call): Comment[] => {
  const { params, now } = call;
  const video = deps.catalogue().find(params.one('videoId') ?? '', now);
  if (!video) throw googleError('videoNotFound');
  if (!acceptsComments(video)) throw googleError('commentsDisabled');
  const order = params.choice('order', 'time', ['time', 'relevance']);
  const terms = params.one('searchTerms')?.toLowerCase() ?? '';
  const threads = deps.comments
    .threadsOf(video, readerIdOf(call))
    .filter(({ text }) => text.toLowerCase().includes(terms));
  return order === 'time' ? threads : threads.sort((a, b) => b.likes - a.likes);
};

export const listThreads = (deps: YouTubeDeps) => (call: Call) => {
  const { params, caller } = call;
  requireReader(caller);
  const parts = params.parts(PARTS);
  const kind = 'commentThreadListResponse';
  const readerId = readerIdOf(call);
  const show = (comment: Comment) =>
    threadResource(comment, deps.comments.repliesTo(comment.id, readerId), parts, call);
  if (params.filter(['id', 'videoId']) === 'videoId')
    return pageOf(kind, threadsOfVideo(deps, call), params, { usual: 20, min: 1, max: 100 }, show);
  const found = idsOf(params).flatMap((id) => deps.comments.find(id, readerId) ?? []);
  return wholeList(kind, found.filter(({ parentId }) => parentId === null).map(show));
};
