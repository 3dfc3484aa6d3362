/** What an address at YouTube leads to. */
export type YouTubeAddress =
  | { kind: 'video'; youtubeId: string }
  | { kind: 'channel'; channelId: string }
  | { kind: 'handle'; handle: string }
  /** A name that channels had before handles; YouTube still looks it up. */
  | { kind: 'username'; username: string }
  /** A channel's custom address ("/c/Name"), which no call to YouTube can look up. */
  | { kind: 'customAddress' }
  /** Another page of YouTube: a playlist, a clip, a post, the home page. */
  | { kind: 'page' };

const isVideoId = (text: string) => /^[\w-]{11}$/.test(text);
export const isChannelId = (text: string) => /^UC[\w-]{22}$/.test(text);
/**
 * Allows letters of any script with their marks. Expects NFC, because some systems copy a
 * letter and its mark as two characters.
 */
const handlePattern = /^@[\p{L}\p{M}\p{N}._·-]{1,60}$/u;

/**
 * Direction marks and invisible spaces, which are included when text is copied from a
 * page.
 */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const before = /^[\s<([{"'“„«]+/;
const behind = /[\s>)\]}"'”“»,;.!]+$/;

/**
 * Removes the punctuation and invisible characters that were copied around an address.
 */
const bare = (text: string) =>
  text.replace(invisible, '').replace(before, '').replace(behind, '');

/**
 * Finds an address within a text ("Look: https://youtu.be/…"). A "youtube.com" without a
 * path is just a word.
 */
const siteWithin =
  /(?<![\w.@-])(?:[a-z\d-]+\.)*(?:youtube(?:-nocookie|kids|education)?\.(?:com|co\.[a-z]{2}|[a-z]{2})|(?:youtu|yt)\.be)\/\S*/i;
const addressWithin = new RegExp(
  String.raw`(?:https?:)?\/\/\S+|${siteWithin.source}`,
  'i',
);
/** The beginning of an address that was percent-encoded as a whole. */
const encodedBegin = /(?<!\S)https?%3a/i;

/**
 * Reads the YouTube address that a text consists of or contains; null if there is none.
 */
export function readYouTubeAddress(text: string): YouTubeAddress | null {
  const copied = bare(text).replaceAll('&amp;', '&');
  const words = encodedBegin.test(copied) ? decoded(copied) : copied;
  const [, appVideo] = /^(?:vnd\.)?youtube:(?:\/\/)?([\w-]{11})$/i.exec(words) ?? [];
  if (appVideo !== undefined) return { kind: 'video', youtubeId: appVideo };
  const written = addressWithin.exec(words)?.[0] ?? (/\s/.test(words) ? '' : words);
  return readUrl(bare(written), 0);
}

/**
 * How deep addresses within addresses are followed, as in consent pages and redirects of
 * search engines.
 */
const deepest = 2;

function readUrl(written: string, depth: number): YouTubeAddress | null {
  const url = URL.parse(withScheme(written));
  if (!url || depth > deepest) return null;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const place = siteOf(host);
  if (place === null) return readElsewhere(url, depth);
  const inside = addressInside(url, depth);
  if (inside && inside.kind !== 'page') return inside;
  const [, firstOfShort = ''] = url.pathname.split('/');
  const isShortId = place === 'short' && isVideoId(firstOfShort.replace(/[^\w-].*$/, ''));
  const read = readPath(isShortId ? `/watch${url.pathname}` : url.pathname, url);
  if (read.kind !== 'page') return read;
  // Some programs percent-encode an address twice, including its "?" and "=".
  const once = decoded(url.href);
  const more = once === url.href ? null : readUrl(once, depth + 1);
  return more ?? read;
}

/**
 * Reads the YouTube address within an address of another site: a redirect, a search
 * engine, an archive.
 */
function readElsewhere(url: URL, depth: number): YouTubeAddress | null {
  const [within] = siteWithin.exec(decoded(`${url.pathname}${url.search}`)) ?? [];
  return within === undefined ? null : readUrl(within, depth + 1);
}

function withScheme(written: string): string {
  if (/^https?:\/\//i.test(written)) return written;
  return written.startsWith('//') ? `https:${written}` : `https://${written}`;
}

function siteOf(host: string): 'short' | 'youtube' | null {
  if (/^(?:www\.)?(?:youtu|yt)\.be$/.test(host)) return 'short';
  const isYouTube =
    /(?:^|\.)youtube(?:-nocookie|kids|education|\.googleapis)?\.com$/.test(host) ||
    /(?:^|\.)youtube\.(?:co\.)?[a-z]{2}$/.test(host);
  return isYouTube || /^i\d*\.ytimg\.com$/.test(host) ? 'youtube' : null;
}

const innerAddresses = ['continue', 'u', 'url', 'q', 'next'];

function addressInside(url: URL, depth: number): YouTubeAddress | null {
  for (const name of innerAddresses) {
    const inner = url.searchParams.get(name) ?? '';
    if (inner.startsWith('/'))
      return readUrl(`https://www.youtube.com${inner}`, depth + 1);
    const found = /^https?:\/\//i.test(inner) ? readUrl(inner, depth + 1) : null;
    if (found) return found;
  }
  return null;
}

/** Paths whose next part is the id of a video. */
const beforeVideo = new Set([
  'watch',
  'shorts',
  'live',
  'embed',
  'v',
  'vi',
  'e',
  'video',
  'source',
]);
const namesOfVideo = new Set(['v', 'video_id']);

function readPath(path: string, url: URL): YouTubeAddress {
  const [first = '', second = ''] = partsOf(path);
  // Some addresses of apps have their path after the hash.
  const inHash = url.hash.startsWith('#/')
    ? URL.parse(url.hash.slice(1), 'https://www.youtube.com')
    : null;
  if (inHash && first === '') return readPath(inHash.pathname, inHash);
  const youtubeId =
    videoIn(url) ??
    (inHash && videoIn(inHash)) ??
    (beforeVideo.has(first) ? idAtStart(second) : null);
  if (youtubeId !== null) return { kind: 'video', youtubeId };
  const channelId = channelIn(first, second, url);
  if (channelId !== null) return { kind: 'channel', channelId };
  const handle = handleOf(first);
  if (handle !== null) return { kind: 'handle', handle };
  const username = first === 'user' ? second : (url.searchParams.get('user') ?? '');
  if (/^[\w.-]{1,60}$/.test(username)) return { kind: 'username', username };
  return first === 'c' ? { kind: 'customAddress' } : { kind: 'page' };
}

/**
 * Splits a path into its decoded parts. Lower-cases the first part if it is a word such
 * as “watch”, because addresses are also typed in capitals.
 */
function partsOf(path: string): string[] {
  const [first = '', ...rest] = path.split('/').filter(Boolean).map(decoded);
  const word = first.toLowerCase();
  return [/^[a-z_]+$/.test(word) ? word : first, ...rest];
}

/**
 * Reads the `v` of "watch?v=…", also after a hash ("#v=ID"). Ignores what was glued to it
 * ("v=ID?si=…").
 */
function videoIn(url: URL): string | null {
  const params = [...url.searchParams, ...new URLSearchParams(url.hash.slice(1))];
  const [, value = ''] =
    params.find(([name]) => namesOfVideo.has(name.toLowerCase())) ?? [];
  return idAtStart(value);
}

function idAtStart(text: string): string | null {
  const [id = ''] = /^[\w-]{11}(?![\w-])/.exec(text) ?? [];
  return isVideoId(id) && id !== 'live_stream' && id !== 'videoseries' ? id : null;
}

function channelIn(first: string, second: string, url: URL): string | null {
  const named =
    url.searchParams.get('channel_id') ?? url.searchParams.get('channel') ?? '';
  const candidates = [first === 'channel' ? second : '', named.trim()].map((each) =>
    each.trim(),
  );
  return candidates.find(isChannelId) ?? null;
}

/**
 * Reads "@name", ignoring what a page shows after it ("@name • 1.2M subscribers"); null
 * for another text.
 */
export function handleOf(text: string): string | null {
  const [word = ''] = bare(decoded(text)).split(/[\s•‧|/]/, 1);
  const handle = word.normalize('NFC');
  return handlePattern.test(handle) ? handle : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
