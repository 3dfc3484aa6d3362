import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { PostingStatus, QuotaResponse } from '#shared/contracts/posting.ts';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import type { Reply } from '#shared/contracts/replies.ts';
import type { createBrowser } from '../browser.ts';
import type { Acknowledged } from './acknowledged.ts';

/** Calls as the owner, which throw if they fail; what was acknowledged is recorded. */
export function createApi(browser: ReturnType<typeof createBrowser>, acknowledged: Acknowledged) {
  async function json<T>(answer: Promise<Response>): Promise<T> {
    const response = await answer;
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  }
  return {
    async search(query: string): Promise<{ id: number; commentsOff: boolean }[]> {
      const found = await json<{ videos: { id: number; commentsOff: boolean }[] }>(
        browser.get(`/api/videos/search?q=${encodeURIComponent(query)}`),
      );
      return found.videos;
    },
    draft: (videoIds: number[]) =>
      json(browser.post('/api/comments/generate-bulk', { videoIds, style: 'insightful', addToQueue: true })),
    comments: () => json<Comment[]>(browser.get('/api/comments')),
    queue: () => json<QueueItem[]>(browser.get('/api/queue')),
    async edit(id: number, content: string): Promise<void> {
      await json(browser.patch(`/api/comments/${id}`, { content }));
      acknowledged.texts.set(id, content);
    },
    async approve(id: number): Promise<void> {
      acknowledged.approvalAsked.add(id);
      await json(browser.patch(`/api/comments/${id}`, { status: 'approved' }));
      acknowledged.approved.add(id);
    },
    /** Another tab edits while a return to review is undone: one of the two has to be refused. */
    async undoDuringEdit({ commentId: id, comment }: QueueItem): Promise<void> {
      const url = `/api/comments/${id}`;
      const decide = (status: string) => json<Comment>(browser.patch(url, { status }));
      acknowledged.approvalAsked.add(id);
      await decide('approved');
      const { revision } = await decide('pending');
      const content = `${acknowledged.texts.get(id) ?? comment.content} Edited.`;
      acknowledged.editAsked.set(id, content);
      const [edited, undone] = await Promise.all([
        browser.patch(url, { content, revision }),
        browser.post(`${url}/undo`, {
          left: { revision, inQueue: true, scheduledFor: null },
          before: { status: 'approved', scheduledFor: null },
        }),
      ]);
      if (edited.ok) acknowledged.texts.set(id, content);
      if (edited.ok && undone.ok) acknowledged.overUndone.add(id);
    },
    /** Says what Retry found; null if it is posted after all. */
    async retry(id: number): Promise<string | null> {
      const answer = await browser.patch(`/api/comments/${id}`, { status: 'approved' });
      return answer.ok ? null : ((await answer.json()) as { detail: string }).detail;
    },
    async schedule({ id, commentId }: QueueItem, at: Date): Promise<void> {
      await json(browser.patch(`/api/queue/${id}`, { scheduledFor: at.toISOString(), autoPost: true }));
      acknowledged.scheduled.add(commentId);
    },
    /** Posts now and returns the status, whatever it is. */
    async post(id: number): Promise<number> {
      const { status } = await browser.post(`/api/comments/${id}/post`);
      if (status === 200) acknowledged.posted.add(id);
      return status;
    },
    async change(id: number, content: string, revision: number): Promise<void> {
      acknowledged.changeAsked.set(id, content);
      const { status } = await browser.post(`/api/comments/${id}/change`, { content, revision });
      if (status === 200) acknowledged.changed.add(id);
    },
    async withdraw(id: number, revision: number): Promise<void> {
      acknowledged.withdrawalAsked.add(id);
      const { status } = await browser.post(`/api/comments/${id}/withdraw`, { revision });
      if (status === 200) acknowledged.withdrawn.add(id);
    },
    refreshReplies: () => json(browser.post('/api/replies/refresh')),
    replies: () => json<Reply[]>(browser.get('/api/replies?limit=200')),
    draftAnswer: (replyId: number) => json<Comment>(browser.post(`/api/replies/${replyId}/draft`)),
    postingStatus: () => json<PostingStatus>(browser.get('/api/posting-status')),
    /** Units of the shared bucket counted today. */
    async unitsUsed(): Promise<number> {
      const { buckets } = await json<QuotaResponse>(browser.get('/api/quota'));
      return buckets.find(({ bucket }) => bucket === 'shared')?.used ?? 0;
    },
    searchStatus: async (query: string) =>
      (await browser.get(`/api/videos/search?q=${encodeURIComponent(query)}`)).status,
    setBrakes: (brakes: { minGapSeconds: number; dailyCap: number }) =>
      json(browser.put('/api/user-settings', { autoQueueEnabled: true, ...brakes })),
    removeBrakes: () =>
      json(browser.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0, dailyCap: 200 })),
  };
}

export type Api = ReturnType<typeof createApi>;
