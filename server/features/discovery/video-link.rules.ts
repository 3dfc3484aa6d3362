const hosts = new Set(['youtube.com', 'youtube-nocookie.com', 'youtu.be']);
/** Path forms that carry the id in their second part. */
const idPaths = new Set(['shorts', 'live', 'embed', 'v']);
const idPattern = /^[\w-]{11}$/;

/**
 * The video's id when the whole query is a link to one video, in any of the forms YouTube hands out
 * (with or without scheme, www, m. or music., and with whatever parameters follow); otherwise null.
 */
export function linkedVideoId(query: string): string | null {
  const url = parse(query.trim());
  if (!url) return null;
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  if (!hosts.has(host)) return null;
  const [first, second] = url.pathname.split('/').filter(Boolean);
  const id = idOf({ host, first, second, v: url.searchParams.get('v') });
  return id && idPattern.test(id) ? id : null;
}

interface LinkParts {
  host: string;
  first: string | undefined;
  second: string | undefined;
  v: string | null;
}

function idOf({ host, first, second, v }: LinkParts): string | null {
  if (host === 'youtu.be') return first ?? null;
  if (first === 'watch') return v ?? second ?? null;
  return first && idPaths.has(first) ? (second ?? null) : null;
}

function parse(text: string): URL | null {
  if (/\s/.test(text)) return null;
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
}
