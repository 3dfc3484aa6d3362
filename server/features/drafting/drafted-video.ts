import type { VideoService } from '../discovery/video.service.ts';

export type DraftedVideo = Awaited<ReturnType<VideoService['get']>>;
