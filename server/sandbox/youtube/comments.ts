import { z } from 'zod';
import { requireReader, requireWriter } from './caller.ts';
import { checkText, fateOfCall, readBody, readerIdOf } from './comment-threads.ts';
import type { Call, YouTubeDeps } from './endpoint.ts';
import { googleError } from './errors.ts';
import { pageOf, wholeList } from './list-response.ts';
import { idsOf, missing } from './params.ts';
import { commentResource } from './resources.ts';

const DOMAIN = 'youtube.comment';
const PARTS = ['id', 'snippet'];

const replySchema = z.object({
  snippet: z.object({ parentId: z.string().optional(), textOriginal: z.string().optional() }),
});
const updateSchema = z.object({
  id: z.string().min(1),
  snippet: z.object({ textOriginal: z.string().optional() }),
});

export const listComments = (deps: YouTubeDeps) => (call: Call) => {
  const { params, caller } = call;
  requireReader(caller);
  params.parts(PARTS);
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
  return pageOf(kind, replies, params, sizes, (reply) => commentResource(reply, call));
};

export const insertReply = (deps: YouTubeDeps) => (call: Call) => {
  const account = requireWriter(call.caller);
  call.params.parts(PARTS);
  const { snippet } = readBody(replySchema, call.req.body, 'invalidCommentMetadata');
  const text = checkText(snippet.textOriginal, DOMAIN);
  if (!snippet.parentId) throw googleError('parentIdMissing');
  const parent = deps.comments.find(snippet.parentId, account.id);
  if (!parent) throw googleError('parentCommentNotFound');
  if (!parent.isPublic) throw googleError('parentCommentIsPrivate');
  const video = { id: parent.videoId, channelId: parent.videoChannelId };
  const parentId = parent.parentId ?? parent.id;
  const reply = deps.comments.add({ video, parentId, account, text, fate: fateOfCall(call) });
  return commentResource(reply, call);
};

const requireOwn = (deps: YouTubeDeps, call: Call, id: string): void => {
  const account = requireWriter(call.caller);
  if (!deps.comments.find(id, account.id)) throw googleError('commentNotFound');
  if (deps.comments.authorOf(id) !== account.id) throw googleError('forbidden', { domain: DOMAIN });
};

export const updateComment = (deps: YouTubeDeps) => (call: Call) => {
  call.params.parts(PARTS);
  const { id, snippet } = readBody(updateSchema, call.req.body, 'invalidCommentMetadata');
  const text = checkText(snippet.textOriginal, DOMAIN);
  requireOwn(deps, call, id);
  const changed = deps.comments.update(id, text);
  if (!changed) throw googleError('commentNotFound');
  return commentResource(changed, call);
};

export const deleteComment = (deps: YouTubeDeps) => (call: Call) => {
  const id = call.params.one('id');
  if (!id) throw missing('id');
  requireOwn(deps, call, id);
  deps.comments.setState(id, 'deleted');
  return null;
};
