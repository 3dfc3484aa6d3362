import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { fetchJson } from './http.ts';

const act = (id: number, verb: string, body?: unknown): Promise<Comment> =>
  fetchJson(`/api/comments/${id}/${verb}`, { method: 'POST', body }, commentSchema);

/** Looks at YouTube now. */
export const checkComment = (id: number) => act(id, 'check');

export const markExample = (id: number, isExample: boolean) => act(id, 'example', { isExample });

/** Replaces the text on YouTube. The answer is `posting` while YouTube has not confirmed it; so below. */
export const changePosted = (id: number, body: { content: string; revision: number }) =>
  act(id, 'change', body);

export const withdrawPosted = (id: number, revision: number) => act(id, 'withdraw', { revision });
