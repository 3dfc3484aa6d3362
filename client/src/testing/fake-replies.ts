import type { Comment } from '#shared/contracts/comment-detail.ts';
import { type Reply, replyStates, type ThreadEntry } from '#shared/contracts/replies.ts';
import { aComment, aReply, aVideo } from './factories.ts';
import { answerCommentList } from './fake-lists.ts';
import { commentIdIn as idIn } from './fake-queue.ts';
import { type Call, createFakeServer, json } from './fake-server.ts';

/** Returns a reply of "@viewer-{id}" under comment 10 + id; a higher id is older. */
export const aNumberedReply = (id: number, over: Partial<Reply> = {}): Reply =>
  aReply({
    id,
    commentId: 10 + id,
    authorName: `@viewer-${id}`,
    text: `Question number ${id}?`,
    publishedAt: new Date(Date.UTC(2026, 10, 20, 12, -id)).toISOString(),
    video: aVideo({ id, title: `Video number ${id}` }),
    ...over,
  });

export const aThreadEntry = (over: Partial<ThreadEntry> = {}): ThreadEntry => ({
  replyId: null,
  authorName: '@somebody',
  text: 'Me too.',
  pictureUrl: null,
  likeCount: 0,
  isVideoAuthor: false,
  publishedAt: '2026-11-20T09:30:00.000Z',
  isOurs: false,
  ...over,
});

const threadOf = (reply: Reply): ThreadEntry[] => [
  aThreadEntry({ authorName: null, text: reply.thread.content, likeCount: null, isOurs: true }),
  aThreadEntry({ ...reply, replyId: reply.id }),
];

/** A server that stores replies and their answers. */
export function createFakeReplies() {
  const server = createFakeServer();
  const state = {
    server,
    replies: [1, 2, 3].map((id) => aNumberedReply(id)),
    answers: [] as Comment[],
    change(id: number, patch: Partial<Reply>): Reply {
      state.replies = state.replies.map((reply) => (reply.id === id ? { ...reply, ...patch } : reply));
      const changed = state.replies.find((reply) => reply.id === id);
      if (!changed) throw new Error(`there is no reply ${id}`);
      return changed;
    },
    /** Stores an answer as drafted; its id is 50 + the reply's. */
    answer(id: number, over: Partial<Comment> = {}): Comment {
      const { authorName, text, pictureUrl, video } = state.change(id, {});
      const comment = aComment({
        id: 50 + id,
        content: `Answer number ${id}.`,
        inQueue: true,
        answers: { replyId: id, authorName, text, pictureUrl },
        video: aVideo(video),
        ...over,
      });
      state.answers.push(comment);
      state.change(id, { answer: { commentId: comment.id, status: comment.status } });
      return comment;
    },
  };
  server
    .on('GET /api/replies', ({ query }) => {
      const states = query['state']?.split(',') ?? replyStates;
      const listed = state.replies.filter((reply) => states.includes(reply.state));
      return Response.json(listed, { headers: { 'X-Total-Count': String(listed.length) } });
    })
    .on('GET /api/replies/counts', () =>
      json(
        Object.fromEntries(
          replyStates.map((each) => [each, state.replies.filter((reply) => reply.state === each).length]),
        ),
      ),
    )
    .on('GET /api/comments', (call) =>
      call.query['fields'] === 'ids'
        ? Response.json([], { headers: { 'X-Total-Count': '98' } })
        : answerCommentList(state.answers, call),
    )
    .on('GET /api/comments/:id/thread', (call) => {
      const reply = state.replies.find(({ commentId }) => commentId === idIn(call));
      return json(reply ? threadOf(reply) : []);
    })
    .on('PATCH /api/replies/:id', (call: Call) => json(state.change(idIn(call), call.body as Partial<Reply>)))
    .on('POST /api/replies/:id/draft', (call) => json(state.answer(idIn(call)), 201));
  return state;
}

export type FakeReplies = ReturnType<typeof createFakeReplies>;
