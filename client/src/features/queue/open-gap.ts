import { useSyncExternalStore } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { openGaps } from '#shared/rules/gaps.ts';
import type { UnsavedEdits } from './unsaved-edits.ts';

/** Returns the first gap of the text as it stands in the editor; null if it has none. */
export const openGapIn = (edits: UnsavedEdits, { id, content, gaps }: CommentRow): string | null =>
  openGaps(edits.of(id)?.text ?? content, gaps)[0]?.text ?? null;

/** Renders again only when the gap changes, not with each key. */
export const useOpenGap = (edits: UnsavedEdits, comment: CommentRow): string | null =>
  useSyncExternalStore(edits.subscribe, () => openGapIn(edits, comment));
