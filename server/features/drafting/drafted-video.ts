import type { VideoService } from '../videos/video.service.ts';

export type DraftedVideo = Awaited<ReturnType<VideoService['get']>>;
