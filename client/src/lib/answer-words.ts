import type { Comment } from '#shared/contracts/comment-detail.ts';

/** YouTube's texts and names are kept for 30 days at most. */
export const DELETED = 'Deleted after 30 days';

/** What a reply says on one line. */
export const replyWords = ({
  text,
  pictureUrl,
}: Pick<NonNullable<Comment['answers']>, 'text' | 'pictureUrl'>) =>
  text === null ? DELETED : text || (pictureUrl ? 'A picture' : '');

export const viewerName = (authorName: string | null): string => authorName ?? 'Somebody on YouTube';

/** "Answer to @name" */
export const answerTo = ({ authorName }: NonNullable<Comment['answers']>): string =>
  `Answer to ${authorName ?? 'somebody on YouTube'}`;
