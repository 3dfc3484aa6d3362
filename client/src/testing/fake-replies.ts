import type { Comment } from '#shared/contracts/comment-detail.ts';
import { type Reply, replyStates, type ThreadEntry } from '#shared/contracts/replies.ts';
import { aComment, anAnalysis, aQueueItem, aReply, aVideo } from './factories.ts';
import { commentIdIn, createFakeQueue } from './fake-queue.ts';
import { aDraftStream, type Call, json } from './fake-server.ts';

/** Returns a reply by "@viewer-{id}" to comment 10 + id; a higher id is older. */
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
  byCreator: false,
  publishedAt: '2026-11-20T09:30:00.000Z',
  isOurs: false,
  ...over,
});

const threadOf = (reply: Reply): ThreadEntry[] => [
  aThreadEntry({
    authorName: null,
    text: reply.thread.content,
    likeCount: null,
    isOurs: true,
  }),
  aThreadEntry({ ...reply, replyId: reply.id }),
];

/** Creates a server that stores replies, and their answers in its queue. */
export function createFakeReplies() {
  const queue = createFakeQueue();
  queue.items = [];
  const state = {
    queue,
    server: queue.server,
    replies: [1, 2, 3].map((id) => aNumberedReply(id)),
    change(id: number, patch: Partial<Reply>): Reply {
      state.replies = state.replies.map((reply) =>
        reply.id === id ? { ...reply, ...patch } : reply,
      );
      const changed = state.replies.find((reply) => reply.id === id);
      if (!changed) throw new Error(`there is no reply ${id}`);
      return changed;
    },
    /**
     * Stores a drafted answer. The comment's id is 50 + the
     * reply's id, and the queue item's is 150 + the reply's id.
     */
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
      queue.items = [...queue.items, aQueueItem({ id: 100 + comment.id, comment })];
      state.change(id, { answer: { commentId: comment.id, status: comment.status } });
      return comment;
    },
  };
  const asking = () => state.replies.filter(({ text }) => text?.includes('?'));
  const byCreators = () => state.replies.filter(({ byCreator }) => byCreator);
  queue.server
    .on('GET /api/replies', ({ query }) => {
      const states = query['state']?.split(',') ?? replyStates;
      const ofKind = query['byCreator'] ? byCreators() : state.replies;
      const listed = (query['questions'] ? asking() : ofKind).filter((reply) =>
        states.includes(reply.state),
      );
      return Response.json(listed, {
        headers: { 'X-Total-Count': String(listed.length) },
      });
    })
    .on('GET /api/replies/counts', () => {
      const count = (each: string) =>
        state.replies.filter((reply) => reply.state === each).length;
      const counts = Object.fromEntries(replyStates.map((each) => [each, count(each)]));
      return json({
        ...counts,
        questions: asking().length,
        byCreator: byCreators().length,
        scheduled: 0,
      });
    })
    .on('GET /api/comments/:id/thread', (call) => {
      const reply = state.replies.find(
        ({ commentId }) => commentId === commentIdIn(call),
      );
      return json(reply ? threadOf(reply) : []);
    })
    .on('PATCH /api/replies/:id', (call: Call) =>
      json(state.change(commentIdIn(call), call.body as Partial<Reply>)),
    )
    .on('POST /api/replies/:id/draft', (call) => {
      const stream = aDraftStream();
      const comment = state.answer(commentIdIn(call));
      stream.send({
        name: 'done',
        data: { comment, analysis: anAnalysis(), alternatives: [] },
      });
      return stream.answer(call);
    })
    .on('POST /api/replies/:id/answer', (call) =>
      json(state.answer(commentIdIn(call), call.body as Partial<Comment>), 201),
    )
    .on('PATCH /api/comments/:id', (call) => {
      const answer = queue.answerPatch(call);
      const { id, status, answers } = queue.change(commentIdIn(call), {});
      state.change(answers?.replyId ?? 0, { answer: { commentId: id, status } });
      return answer;
    });
  return state;
}

export type FakeReplies = ReturnType<typeof createFakeReplies>;
