import { videoTime } from '#shared/rules/video-time.ts';
import { videoLink } from '../../lib/youtube-links.ts';

export const quoted = (text: string) => `“${text}”`;

interface QuoteProps {
  text: string;
  /** Seconds into the video; null where the quote has no time. */
  at?: number | null;
  youtubeId: string;
}

/** A passage of the material, with a link to where the video says it. */
export function Quote({ text, at = null, youtubeId }: QuoteProps) {
  return (
    <>
      <p dir="auto" className="line-clamp-4 text-left">
        {quoted(text)}
      </p>
      {at !== null && <OpenAt at={at} youtubeId={youtubeId} />}
    </>
  );
}

interface OpenAtProps {
  at: number;
  youtubeId: string;
  /** The time alone. */
  short?: boolean;
}

export function OpenAt({ at, youtubeId, short = false }: OpenAtProps) {
  const time = videoTime(at);
  const name = `Open at ${time}`;
  return (
    <a
      aria-label={name}
      href={videoLink(youtubeId, at)}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent tabular-nums hover:underline"
    >
      {short ? time : name}
    </a>
  );
}
