import type { Visibility } from '#shared/contracts/comments.ts';

export const visibilityLabels: Record<Visibility, string> = {
  public: 'Public',
  only_you: 'Only you see it',
  removed: 'Removed',
  unknown: 'Unknown',
};
