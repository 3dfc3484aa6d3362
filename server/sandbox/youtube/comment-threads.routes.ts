import { Router } from 'express';
import type { CommentView } from '../comments/comment-view.ts';
import type { Fate } from '../comments/moderation.ts';
import { acceptsComments } from '../world/growth.ts';
import { requireLanguageModel, requireReader } from './caller.ts';
import { checkText, readBody, threadBody } from './comment-body.ts';
import { threadResource } from './comment-resource.ts';
import { type Call, endpoint, type YouTubeDeps } from './endpoint.ts';
import { googleError } from './errors.ts';
import { listResponse } from './page.ts';
import { decodePageToken } from './params.ts';

const DOMAIN = 'youtube.commentThread';
const PARTS = ['id', 'snippet', 'replies'];

export const readerOf = ({ caller, params, origin }: Call, usualFormat = 'html') => ({
  origin,
  channelId: caller.kind === 'user' ? (caller.account.channel?.id ?? null) : null,
  format: params.choice('textFormat', usualFormat, ['html', 'plainText']),
});

/** The fate a scripted fault has put on this call, if any (faults/). */
export const fateOfCall = ({ locals }: Call): Fate | null => {
  const fate = locals['commentFate'];
  return typeof fate === 'object' && fate !== null && 'state' in fate ? (fate as Fate) : null;
};

const insert = (deps: YouTubeDeps) => (call: Call) => {
  const { account } = requireLanguageModel(call.caller, 'V3DataCommentThreadService.Insert');
  const parts = call.params.parts(PARTS);
  const { snippet } = readBody(threadBody, call.req.body, 'invalidCommentThreadMetadata');
  const text = checkText(snippet.topLevelComment?.snippet?.textOriginal, DOMAIN);
  if (!snippet.videoId) throw googleError('channelOrVideoIdMissing');
  const video = deps.catalogue().find(snippet.videoId, call.now);
  if (!video) throw googleError('videoNotFound', { location: 'body.snippet.videoId' });
  if (snippet.channelId !== undefined && snippet.channelId !== video.channelId)
    throw googleError('channelNotFound');
  if (!acceptsComments(video)) throw googleError('commentsDisabled');
  const comment = deps.comments.add({
    video,
    parentId: null,
    accountId: account.id,
    text,
    fate: fateOfCall(call),
  });
  return threadResource(comment, [], parts, readerOf(call));
};

const byIds = (deps: YouTubeDeps, { caller, params }: Call): CommentView[] => {
  if (params.has('moderationStatus')) throw googleError('operationNotSupported', { domain: DOMAIN });
  const reader = caller.kind === 'user' ? caller.account.id : null;
  return params
    .list('id')
    .flatMap((id) => deps.comments.find(id, reader) ?? [])
    .filter((comment) => comment.parentId === null);
};

const ofVideo = (deps: YouTubeDeps, { params, now }: Call): CommentView[] => {
  const video = deps.catalogue().find(params.one('videoId') ?? '', now);
  if (!video) throw googleError('videoNotFound');
  if (!acceptsComments(video)) throw googleError('commentsDisabled');
  // None of the sandbox's accounts owns a video, so nobody may look at what is held back.
  if (
    params.choice('moderationStatus', 'published', ['published', 'heldForReview', 'likelySpam']) !==
    'published'
  ) {
    throw googleError('forbidden');
  }
  const order = params.choice('order', 'time', ['time', 'relevance']);
  const terms = params.one('searchTerms')?.toLowerCase();
  const threads = deps.comments
    .publicThreads(video)
    .filter(({ text }) => !terms || text.toLowerCase().includes(terms));
  return order === 'time' ? threads : threads.sort((a, b) => b.likes - a.likes);
};

const list = (deps: YouTubeDeps) => (call: Call) => {
  const { params } = call;
  requireReader(call.caller, 'V3DataCommentThreadService.List');
  const parts = params.parts(PARTS);
  const filter = params.filter(['id', 'videoId', 'allThreadsRelatedToChannelId']);
  if (filter === 'allThreadsRelatedToChannelId') throw googleError('forbidden');
  const size = params.integer('maxResults', 20, 1, 100);
  const offset = decodePageToken(params.one('pageToken'));
  const all = filter === 'id' ? byIds(deps, call) : ofVideo(deps, call);
  const page = filter === 'id' ? all : all.slice(offset, offset + size);
  const reader = readerOf(call);
  const items = page.map((comment) =>
    threadResource(comment, deps.comments.repliesTo(comment), parts, reader),
  );
  return listResponse('commentThreadListResponse', items, { offset, size, total: all.length });
};

export const commentThreadsRoutes = (deps: YouTubeDeps): Router =>
  Router()
    .get('/commentThreads', endpoint(deps, { bucket: 'shared', cost: 1 }, list(deps)))
    .post('/commentThreads', endpoint(deps, { bucket: 'shared', cost: 50 }, insert(deps)));
