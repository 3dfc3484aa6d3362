import type { ClockAndEvents } from '../core/events.ts';
import type { Db } from '../db/database.ts';
import type { AccountService } from '../features/auth/account.service.ts';
import type { ReviewService } from '../features/comments/review.service.ts';
import { createOutcomeReads } from '../features/outcomes/outcome-reads.service.ts';
import { createOutcomesService } from '../features/outcomes/outcomes.service.ts';
import { createPostedCommentsRepository } from '../features/outcomes/posted-comments.repository.ts';
import { createRepliesRepository } from '../features/outcomes/replies.repository.ts';
import { createRepliesService } from '../features/outcomes/replies.service.ts';
import { createReplyReadingRepository } from '../features/outcomes/reply-reading.repository.ts';
import { createLook } from '../features/outcomes/visibility-check.ts';
import type { QuotaService, ReadsHold } from '../features/quota/quota.service.ts';
import type { YouTube } from '../providers/youtube/youtube.ts';

interface Deps extends ClockAndEvents {
  db: Db;
  /** Counts its requests against the budget for outcomes (rule 13.6). */
  youtube: YouTube;
  account: AccountService;
  quota: QuotaService;
  /** Key for reading YouTube as a stranger. */
  apiKey: string | null;
  hold: ReadsHold;
  review: ReviewService;
  isStopping: () => boolean;
}

/** Creates everything that finds out what became of posted comments. */
export function createOutcomeServices(deps: Deps) {
  const { db, youtube, account, quota, apiKey, hold, review, isStopping, events, clock } =
    deps;
  const posted = createPostedCommentsRepository(db);
  const reads = createOutcomeReads({
    repository: posted,
    youtube,
    account,
    quota,
    apiKey,
    events,
    clock,
  });
  const replies = createRepliesService({
    repository: createRepliesRepository(db),
    readingRepository: createReplyReadingRepository(db),
    reads,
    events,
    clock,
  });
  const outcomes = createOutcomesService({
    hold,
    repository: posted,
    look: createLook(reads),
    reads,
    quota,
    onThreads: replies.onThreads,
    review,
    isStopping,
    events,
    clock,
  });
  return { outcomes, replies };
}
