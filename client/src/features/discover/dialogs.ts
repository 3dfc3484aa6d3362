import { lazyWithPreload } from '../../lib/browser.ts';

export const GenerateDialog = lazyWithPreload(
  async () => (await import('./generate/generate-dialog.tsx')).GenerateDialog,
);
export const VideoDialog = lazyWithPreload(
  async () => (await import('./video/video-dialog.tsx')).VideoDialog,
);
export const BulkDialog = lazyWithPreload(async () => (await import('./bulk/bulk-dialog.tsx')).BulkDialog);

export function preloadDialogs(): void {
  for (const dialog of [GenerateDialog, VideoDialog, BulkDialog]) dialog.preload();
}
