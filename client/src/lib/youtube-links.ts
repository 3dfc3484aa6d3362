/** Opens the video, at a second of it where one is named. */
export const videoLink = (youtubeId: string, at?: number): string =>
  `https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}${at === undefined ? '' : `&t=${at}s`}`;
