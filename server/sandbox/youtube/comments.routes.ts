import { Router } from 'express';
import { requireLanguageModel, requireReader } from './caller.ts';
import { checkText, readBody, replyBody, updateBody } from './comment-body.ts';
import { commentResource } from './comment-resource.ts';
import { fateOfCall, readerOf } from './comment-threads.routes.ts';
import { type Call, endpoint, type YouTubeDeps } from './endpoint.ts';
import { googleError } from './errors.ts';
import { listResponse } from './page.ts';
import { decodePageToken } from './params.ts';

const DOMAIN = 'youtube.comment';
const PARTS = ['id', 'snippet'];

const list = (deps: YouTubeDeps) => (call: Call) => {
  const { params, caller } = call;
  requireReader(caller, 'V3DataCommentService.List');
  params.parts(PARTS);
  const reader = caller.kind === 'user' ? caller.account.id : null;
  if (params.filter(['id', 'parentId']) === 'id') {
    const found = params.list('id').flatMap((id) => deps.comments.find(id, reader) ?? []);
    const items = found.map((comment) => commentResource(comment, readerOf(call)));
    return listResponse('commentListResponse', items, { offset: 0, size: 20, total: items.length });
  }
  const parent = deps.comments.find(params.one('parentId') ?? '', reader);
  if (!parent) throw googleError('commentNotFound');
  const size = params.integer('maxResults', 20, 1, 100);
  const offset = decodePageToken(params.one('pageToken'));
  const all = deps.comments.repliesTo(parent);
  const items = all.slice(offset, offset + size).map((comment) => commentResource(comment, readerOf(call)));
  return listResponse('commentListResponse', items, { offset, size, total: all.length });
};

const insert = (deps: YouTubeDeps) => (call: Call) => {
  const { account } = requireLanguageModel(call.caller, 'V3DataCommentService.Insert');
  call.params.parts(PARTS);
  const { snippet } = readBody(replyBody, call.req.body, 'invalidCommentMetadata');
  const text = checkText(snippet.textOriginal, DOMAIN);
  if (!snippet.parentId) throw googleError('parentIdMissing');
  const parent = deps.comments.find(snippet.parentId, account.id);
  if (!parent) throw googleError('parentCommentNotFound');
  if (!parent.isPublic) throw googleError('parentCommentIsPrivate');
  const reply = deps.comments.add({
    video: { id: parent.videoId, channelId: parent.videoChannelId },
    parentId: parent.parentId ?? parent.id,
    accountId: account.id,
    text,
    fate: fateOfCall(call),
  });
  return commentResource(reply, readerOf(call));
};

/** The writer's own comment. @throws GoogleError commentNotFound or forbidden. */
const ownComment = (deps: YouTubeDeps, call: Call, id: string, method: string) => {
  const { account } = requireLanguageModel(call.caller, method);
  if (!deps.comments.find(id, account.id)) throw googleError('commentNotFound');
  if (deps.comments.authorOf(id) !== account.id) throw googleError('forbidden', { domain: DOMAIN });
};

const update = (deps: YouTubeDeps) => (call: Call) => {
  call.params.parts(PARTS);
  const { id, snippet } = readBody(updateBody, call.req.body, 'invalidCommentMetadata');
  const text = checkText(snippet.textOriginal, DOMAIN);
  ownComment(deps, call, id, 'V3DataCommentService.Update');
  const changed = deps.comments.update(id, text);
  if (!changed) throw googleError('commentNotFound');
  return commentResource(changed, readerOf(call));
};

const remove = (deps: YouTubeDeps) => (call: Call) => {
  const id = call.params.one('id');
  if (!id) {
    throw googleError('missingRequiredParameter', { message: 'Required parameter: id', location: 'id' });
  }
  ownComment(deps, call, id, 'V3DataCommentService.Delete');
  deps.comments.setState(id, 'deleted');
  return null;
};

export const commentsRoutes = (deps: YouTubeDeps): Router => {
  const write = { bucket: 'shared', cost: 50 } as const;
  return Router()
    .get('/comments', endpoint(deps, { bucket: 'shared', cost: 1 }, list(deps)))
    .post('/comments', endpoint(deps, write, insert(deps)))
    .put('/comments', endpoint(deps, write, update(deps)))
    .delete('/comments', endpoint(deps, write, remove(deps)));
};
