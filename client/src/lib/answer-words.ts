import type { Comment } from '#shared/contracts/comment-detail.ts';

/** YouTube's texts and names are kept for 30 days at most. */
export const DELETED = 'Deleted after 30 days';

export const viewerName = (authorName: string | null): string => authorName ?? 'Somebody on YouTube';

/** "Answer to @name" */
export const answerTo = ({ authorName }: NonNullable<Comment['answers']>): string =>
  `Answer to ${authorName ?? 'somebody on YouTube'}`;
