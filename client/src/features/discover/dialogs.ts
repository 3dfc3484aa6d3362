import { onDemand } from '../../lib/on-demand.ts';

export const GenerateDialog = onDemand(async () => (await import('./generate-dialog.tsx')).GenerateDialog);
export const VideoDialog = onDemand(async () => (await import('./video-dialog.tsx')).VideoDialog);
export const BulkDialog = onDemand(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

/** Whoever points at the results is about to open one of them. */
export function loadDialogsAhead(): void {
  for (const dialog of [GenerateDialog, VideoDialog, BulkDialog]) dialog.loadAhead();
}
