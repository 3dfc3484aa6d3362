export const videoLink = (youtubeId: string): string =>
  `https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`;
