import { describe, expect, it } from 'vitest';
import type { Thread } from '../../providers/youtube/youtube.ts';
import { fakeClock } from '../../testing/clock.ts';
import { threadReadsBy } from '../../testing/reads-by.ts';
import { createFiguresService } from './figures.service.ts';
import type { PostedComment } from './posted-comments.repository.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Show = (comment: number, ageMs: number) => Pick<Thread, 'likeCount' | 'replyCount'>;

/** Calls, of one unit each, on the second day of reading 1,000 posted comments. */
async function callsOfDay(postsPerDay: number, show: Show): Promise<number> {
  const clock = fakeClock();
  const start = clock.now().getTime();
  const all = Array.from({ length: 1000 }, (_, index): PostedComment => {
    const postedAt = new Date(start + 2 * day - (index * day) / postsPerDay);
    return {
      id: index,
      youtubeCommentId: String(index),
      youtubeVideoId: String(index),
      threadId: null,
      replyId: null,
      postedAs: null,
      postedAt,
      visibility: null,
      looks: [],
      nextLookAt: null,
      lookFailingSince: null,
      likeCount: null,
      replyCount: null,
      outcomesCheckedAt: null,
      nextFiguresAt: new Date(Math.max(postedAt.getTime() + 30 * minute, start)),
    };
  });
  const dueAt = ({ nextFiguresAt }: PostedComment) => nextFiguresAt?.getTime() ?? 0;
  let calls = 0;
  const service = createFiguresService({
    repository: {
      soonestFigures: async (limit, since = new Date(0)) =>
        all
          .filter(({ postedAt }) => postedAt >= since)
          .toSorted((a, b) => dueAt(a) - dueAt(b))
          .slice(0, limit)
          .map((each) => ({ ...each })),
      recordFigures: async (read) => {
        for (const { id, checkedAt, ...figures } of read) {
          const comment = all[id];
          if (comment) Object.assign(comment, figures, { outcomesCheckedAt: checkedAt });
        }
      },
    },
    threadReads: threadReadsBy(
      {
        async listThreads(ids) {
          calls += 1;
          const now = clock.now().getTime();
          return ids.map((id) => {
            const ageMs = now - (all[Number(id)]?.postedAt.getTime() ?? now);
            return { youtubeCommentId: id, replies: [], ...show(Number(id), ageMs) };
          });
        },
      },
      { recordRefused: async () => [] },
      clock,
    ),
    quota: { outcomesLeft: async () => 1 },
    onThreads: async () => undefined,
    events: { changed: () => undefined },
    clock,
  });
  for (let passed = 0; passed < 2 * day; passed += 5 * minute) {
    if (passed === day) calls = 0;
    clock.advance(5 * minute);
    while (await service.readDue());
  }
  return calls;
}

/** Of 500 units; looks cost 3 to 15 units a comment in its first week. */
describe('figures of 1,000 posted comments (rule 13.6)', () => {
  it('cost few units on a quiet day', async () => {
    expect(await callsOfDay(10, () => ({ likeCount: 0, replyCount: 0 }))).toBeLessThanOrEqual(40);
  });

  it('leave most units to looks and replies on a lively one', async () => {
    const show: Show = (comment, ageMs) => ({ likeCount: Math.floor(ageMs / hour) + comment, replyCount: 0 });
    expect(await callsOfDay(50, show)).toBeLessThanOrEqual(80);
  });
});
