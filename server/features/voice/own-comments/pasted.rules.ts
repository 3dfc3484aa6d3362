export interface ReadComment {
  content: string;
  youtubeCommentId: string | null;
  youtubeVideoId: string | null;
  writtenAt: Date | null;
}

/** PostgreSQL takes neither NUL nor half of a character pair. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n').trim();
}

/** Splits at blank lines. */
export function pastedComments(text: string): ReadComment[] {
  return storable(text)
    .split(/\n[^\S\n]*\n+/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((content) => ({ content, youtubeCommentId: null, youtubeVideoId: null, writtenAt: null }));
}
