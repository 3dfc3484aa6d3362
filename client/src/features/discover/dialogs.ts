import { lazyWithPreload } from '../../lib/lazy-with-preload.ts';

export const GenerateDialog = lazyWithPreload(
  async () => (await import('./generate/generate-dialog.tsx')).GenerateDialog,
);
export const VideoDialog = lazyWithPreload(
  async () => (await import('./video/video-dialog.tsx')).VideoDialog,
);
export const BulkDialog = lazyWithPreload(async () => (await import('./bulk/bulk-dialog.tsx')).BulkDialog);

/** Whoever points at the results is about to open one of them. */
export function loadDialogsAhead(): void {
  for (const dialog of [GenerateDialog, VideoDialog, BulkDialog]) dialog.loadAhead();
}
