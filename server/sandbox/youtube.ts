import { type ErrorRequestHandler, Router } from 'express';
import { z } from 'zod';
import { acceptsComments } from './catalogue.ts';
import { searchVideos } from './search.ts';
import type { Comment, Fate } from './strangers.ts';
import {
  type Answer,
  type Call,
  endpoint,
  idsOf,
  missing,
  pageOf,
  requireReader,
  requireWriter,
  wholeList,
  type YouTubeDeps,
} from './youtube-call.ts';
import { GoogleError, googleError } from './youtube-errors.ts';
import {
  commentResource,
  listChannels,
  listSubscriptions,
  listUploads,
  searchResult,
  threadResource,
  videoResource,
} from './youtube-resources.ts';

const THREAD_PARTS = ['id', 'snippet', 'replies'];
/** YouTube documents no limit; this one is widely used. */
const MOST_CHARACTERS = 10_000;

const bodySchema = z.object({
  snippet: z.object({
    channelId: z.string().optional(),
    videoId: z.string().optional(),
    topLevelComment: z
      .object({ snippet: z.object({ textOriginal: z.string().optional() }) })
      .optional(),
  }),
});

const readBody = <T>(schema: z.ZodType<T>, body: unknown, reason: string): T => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw googleError(reason);
  return parsed.data;
};

const checkText = (text: string | undefined): string => {
  if (text === undefined || text.trim() === '') throw googleError('commentTextRequired');
  if (text.length > MOST_CHARACTERS) throw googleError('commentTextTooLong');
  return text;
};

const fateOfCall = ({ locals }: Call): Fate | null =>
  (locals['commentFate'] as Fate | undefined) ?? null;

const readerIdOf = ({ caller }: Call): string | null =>
  caller.kind === 'user' ? caller.account.id : null;

const insertThread = (deps: YouTubeDeps) => (call: Call) => {
  const account = requireWriter(call.caller);
  const parts = call.params.parts(THREAD_PARTS);
  const { snippet } = readBody(bodySchema, call.req.body, 'invalidCommentThreadMetadata');
  const text = checkText(snippet.topLevelComment?.snippet.textOriginal);
  if (!snippet.videoId) throw googleError('channelOrVideoIdMissing');
  const video = deps.channels.find(snippet.videoId, call.now);
  if (!video) throw googleError('videoNotFound');
  if (snippet.channelId !== undefined && snippet.channelId !== video.channelId)
    throw googleError('channelNotFound');
  if (!acceptsComments(video)) throw googleError('commentsDisabled');
  const comment = deps.comments.add({
    video,
    parentId: null,
    account,
    text,
    fate: fateOfCall(call),
  });
  return threadResource(comment, [], parts, call);
};

const threadsOfVideo = (deps: YouTubeDeps, call: Call): Comment[] => {
  const { params, now } = call;
  const video = deps.channels.find(params.one('videoId') ?? '', now);
  if (!video) throw googleError('videoNotFound');
  if (!acceptsComments(video)) throw googleError('commentsDisabled');
  const order = params.choice('order', 'time', ['time', 'relevance']);
  const threads = deps.comments.threadsOf(video, readerIdOf(call));
  return order === 'time' ? threads : threads.sort((a, b) => b.likes - a.likes);
};

const listThreads = (deps: YouTubeDeps) => (call: Call) => {
  const { params, caller } = call;
  requireReader(caller);
  const parts = params.parts(THREAD_PARTS);
  const kind = 'commentThreadListResponse';
  const readerId = readerIdOf(call);
  const show = (comment: Comment) =>
    threadResource(comment, deps.comments.repliesTo(comment.id, readerId), parts, call);
  if (params.filter(['id', 'videoId']) === 'videoId')
    return pageOf(params, {
      kind,
      all: threadsOfVideo(deps, call),
      sizes: { usual: 20, min: 1, max: 100 },
      show,
    });
  const found = idsOf(params).flatMap((id) => deps.comments.find(id, readerId) ?? []);
  return wholeList(kind, found.filter(({ parentId }) => parentId === null).map(show));
};

const COMMENT_PARTS = ['id', 'snippet'];

const replySchema = z.object({
  snippet: z.object({
    parentId: z.string().optional(),
    textOriginal: z.string().optional(),
  }),
});
const updateSchema = z.object({
  id: z.string().min(1),
  snippet: z.object({ textOriginal: z.string().optional() }),
});

const listComments = (deps: YouTubeDeps) => (call: Call) => {
  const { params, caller } = call;
  requireReader(caller);
  params.parts(COMMENT_PARTS);
  const find = (id: string) => deps.comments.find(id, readerIdOf(call));
  const kind = 'commentListResponse';
  if (params.filter(['id', 'parentId']) === 'id') {
    const found = idsOf(params).flatMap((id) => find(id) ?? []);
    return wholeList(
      kind,
      found.map((comment) => commentResource(comment, call)),
    );
  }
  const parent = find(params.one('parentId') ?? '');
  if (!parent) throw googleError('commentNotFound');
  const sizes = { usual: 20, min: 1, max: 100 };
  const replies = deps.comments.repliesTo(parent.id, readerIdOf(call));
  return pageOf(params, {
    kind,
    all: replies,
    sizes,
    show: (reply) => commentResource(reply, call),
  });
};

const insertReply = (deps: YouTubeDeps) => (call: Call) => {
  const account = requireWriter(call.caller);
  call.params.parts(COMMENT_PARTS);
  const { snippet } = readBody(replySchema, call.req.body, 'invalidCommentMetadata');
  const text = checkText(snippet.textOriginal);
  if (!snippet.parentId) throw googleError('parentIdMissing');
  const parent = deps.comments.find(snippet.parentId, account.id);
  if (!parent) throw googleError('parentCommentNotFound');
  if (!parent.isPublic) throw googleError('parentCommentIsPrivate');
  const video = { id: parent.videoId, channelId: parent.videoChannelId };
  const parentId = parent.parentId ?? parent.id;
  const reply = deps.comments.add({
    video,
    parentId,
    account,
    text,
    fate: fateOfCall(call),
  });
  return commentResource(reply, call);
};

const requireOwn = (deps: YouTubeDeps, call: Call, id: string): void => {
  const account = requireWriter(call.caller);
  if (!deps.comments.find(id, account.id)) throw googleError('commentNotFound');
  if (deps.comments.authorOf(id) !== account.id) throw googleError('forbidden');
};

const updateComment = (deps: YouTubeDeps) => (call: Call) => {
  call.params.parts(COMMENT_PARTS);
  const { id, snippet } = readBody(updateSchema, call.req.body, 'invalidCommentMetadata');
  const text = checkText(snippet.textOriginal);
  requireOwn(deps, call, id);
  const changed = deps.comments.update(id, text);
  if (!changed) throw googleError('commentNotFound');
  return commentResource(changed, call);
};

const deleteComment = (deps: YouTubeDeps) => (call: Call) => {
  const id = call.params.one('id');
  if (!id) throw missing('id');
  requireOwn(deps, call, id);
  deps.comments.setState(id, 'deleted');
  return null;
};

const search = (deps: YouTubeDeps) => (call: Call) => {
  const { params, now, origin } = call;
  requireReader(call.caller);
  params.parts(['id', 'snippet']);
  if (params.one('type') !== 'video') throw googleError('invalidSearchFilter');
  const found = searchVideos(deps.channels.all(now), {
    text: params.one('q') ?? '',
    order: params.choice('order', 'relevance', ['relevance', 'date', 'viewCount']),
    now,
    publishedAfter: params.instant('publishedAfter'),
  });
  const sizes = { usual: 5, min: 0, max: 50 };
  const page = pageOf(params, {
    kind: 'searchListResponse',
    all: found,
    sizes,
    show: (video) => searchResult(video, origin),
  });
  return { ...page, regionCode: 'US' };
};

const VIDEO_PARTS = [
  'id',
  'snippet',
  'statistics',
  'status',
  'contentDetails',
  'liveStreamingDetails',
];

/** Leaves out unknown ids. */
const listVideos = (deps: YouTubeDeps) => (call: Call) => {
  const { params, now } = call;
  requireReader(call.caller);
  const parts = params.parts(VIDEO_PARTS);
  params.filter(['id']);
  const videos = idsOf(params).flatMap((id) => deps.channels.find(id, now) ?? []);
  const items = videos.map((video) =>
    videoResource(video, parts, call, deps.comments.publicCount(video.id)),
  );
  return wholeList('videoListResponse', items);
};

export const sendGoogleError: ErrorRequestHandler = (error, _req, res, _next) => {
  const answer = error instanceof GoogleError ? error : googleError('internalError');
  res.status(answer.status).json(answer.body);
};

export const youtubeRoutes = (deps: YouTubeDeps): Router => {
  const read = (answer: Answer) => endpoint(deps, 'shared', 1, answer);
  const write = (answer: Answer) => endpoint(deps, 'shared', 50, answer);
  return Router()
    .get('/search', endpoint(deps, 'search', 1, search(deps)))
    .get('/videos', read(listVideos(deps)))
    .get('/channels', read(listChannels(deps)))
    .get('/playlistItems', read(listUploads(deps)))
    .get('/subscriptions', read(listSubscriptions(deps)))
    .get('/commentThreads', read(listThreads(deps)))
    .post('/commentThreads', write(insertThread(deps)))
    .get('/comments', read(listComments(deps)))
    .post('/comments', write(insertReply(deps)))
    .put('/comments', write(updateComment(deps)))
    .delete('/comments', write(deleteComment(deps)))
    .use(() => {
      throw googleError('notFound');
    });
};
