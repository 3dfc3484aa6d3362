import request from 'supertest';
import { draftRecordSchema } from '#shared/contracts/drafts.ts';
import { comments } from '#shared/schema.ts';
import { type draftingApp, goodDraft, points } from './drafting-app.ts';
import { makeVideo } from './factories.ts';

const [first = '', second = ''] = points;

/** Drafts that a steered version of `goodDraft` may be. */
export const shorter =
  'Readiness probes that call the database take every pod down at once.';
export const asQuestion =
  'Do readiness probes that call the database take every pod down at once?';

/** The requests that change a draft, and a draft to change. */
export function redrafting(drafting: ReturnType<typeof draftingApp>) {
  const post = (path: string, body: object = {}) =>
    request(drafting.app).post(path).send(body);
  const generate = ({ id: videoId }: { id: number }) =>
    post('/comments/generate', { videoId, style: 'insightful' });
  const otherTakes = (id: unknown, body: object = {}) =>
    post(`/comments/${id}/takes`, body);
  const pick = (id: unknown, body: object) => post(`/comments/${id}/pick`, body);

  return {
    post,
    generate,
    otherTakes,
    pick,

    /** Picks the first alternative, which is the version before the last change. */
    undo: (id: number) => pick(id, { alternative: 0 }),

    regenerate: (id: unknown, style: unknown = 'questioning') =>
      post(`/comments/${id}/regenerate`, { style }),

    steer: (id: number, wish: object) =>
      post(`/comments/${id}/regenerate`, { style: 'insightful', ...wish }),

    record: async (id: number) =>
      draftRecordSchema.parse(
        (await request(drafting.app).get(`/comments/${id}/draft`)).body,
      ),

    /** Gives every comment this text, as the owner does in another tab. */
    edit: (content: string) => drafting.db.update(comments).set({ content, revision: 2 }),

    /**
     * Makes a draft with two alternatives. The drafts after it are `shorter` and
     * `asQuestion`.
     */
    async generated() {
      const texts = [goodDraft.comment, first, second, shorter, asQuestion];
      drafting.answer(...texts.map((comment) => () => ({ ...goodDraft, comment })));
      const { body } = await generate(await makeVideo(drafting.db)).expect(201);
      await otherTakes(body.comment.id).expect(200);
      return body.comment as { id: number; qualityScore: number };
    },
  };
}
