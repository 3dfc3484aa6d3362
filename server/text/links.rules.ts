import { LinkifyIt } from 'linkify-it';
import tlds from 'tlds' with { type: 'json' };
import lists from './words.json' with { type: 'json' };

const handle = '@[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.-]{2,40})(?![/\\p{L}\\p{N}_])';
const messengers =
  'telegram|tg|whats ?app|instagram|insta|ig|twitter|tik ?tok|snapchat|snap|discord|facebook|fb|linkedin|wechat|weixin|viber|skype|kik|onlyfans|patreon|twitch|mastodon|bluesky|bsky|venmo|cash ?app|paypal';
/** Ambiguous names, which count only before a colon or after "on". */
const others = 'x|signal|line|threads|github|reddit';
const word = (list: string) => `(?<![\\p{L}\\p{N}_@./])(?:${list})(?![\\p{L}\\p{N}_])`;
const linking =
  '(?:(?:is|as|under|at|unter|als|es|handle|channel|account|user|username|group|me)[ :]{1,3}){0,2}';
const anyCase = (source: string) => new RegExp(source, 'iu');

const handleShapes = [
  // Telegram: @foo
  anyCase(
    `(?:${word(messengers)}[ :=(–-]{0,4}${linking}|${word(others)} ?[:=] ?)${handle}`,
  ),
  // @foo on Telegram, but not @foo says on Telegram
  anyCase(
    `(?<![\\p{L}\\p{N}_.])${handle}(?:[ ,–-]{1,3}(?:on|via|auf|en|sur|no) (?:my )?| ?\\()${word(`${messengers}|${others}`)}(?!['’]s)`,
  ),
  // IG: foo_bar
  anyCase(
    `${word(messengers)} {0,2}[:=] {0,2}(?=[\\p{L}._]{0,30}[\\d_])\\p{L}[\\p{L}\\p{N}_.]{3,40}(?![\\p{L}\\p{N}_(])`,
  ),
  // DM me @foo
  anyCase(
    `${word('(?:dm|pm|inbox|contact)(?: me| us)?|(?:message|text|reach(?: out to)?|follow|find|add|ping|write|hit) (?:me|us)|schreibt? mir|folgt? mir|escr[ií]beme|s[íi]gueme|suivez-moi')}(?: (?:on|at|under|unter|here|there|auf|en) ?\\p{L}{0,9})?:? ${handle}`,
  ),
];

function firstOf(shapes: readonly RegExp[], text: string): string | null {
  for (const shape of shapes) {
    const found = shape.exec(text);
    if (found) return found[0].trim();
  }
  return null;
}

const numberStart = '(?<![\\p{L}\\p{N}_]|[\\p{L}\\p{N}][-.,:/#+])';
const numberEnd = '(?![\\p{L}\\p{N}_]|[-.,:/]\\p{N})';
const gap = '(?:[./-]| [/–-] |[)][./-]|[ ()]{1,3})?';
const digits = (least: number, most: number) => `(?:${gap}\\d){${least},${most}}`;
const phoneNumber = (source: string) =>
  new RegExp(`${numberStart}${source}${numberEnd}`, 'gu');

/** +49 30 9018 2044 or 0049 30 9018 2044 */
const international = phoneNumber(`(?:\\+|00)[1-9]${digits(7, 14)}`);
/** 020 7946 0958, (030) 901820 44, 06 12 34 56 78, 090-1234-5678 */
const withTrunkZero = phoneNumber(`\\(?0[1-9]${digits(7, 10)}`);
/** (212) 555-0187, 415-555-0132, 1-800-555-0199 */
const northAmerican = phoneNumber(
  '(?:\\+?1[ .-]){0,1}(?:\\([2-9]\\d\\d\\) ?|[2-9]\\d\\d[.-]|(?<=1 )[2-9]\\d\\d )[2-9]\\d\\d[ .-]\\d{4}',
);
const asked = new RegExp(
  `(?:whats ?app|viber|telegram|tel\\.|telefon\\p{L}{0,4}|t[ée]l[ée]phone|tel[ée]fono|phone(?: number)?|mobile(?: number)?|handy|sms|(?:call|text|ring|phone) (?:me|us)|my number|ll[áa]ma(?:me|nos)|appelez|anrufen)[^\\p{N}\\n]{0,20}\\d${digits(6, 14)}${numberEnd}`,
  'giu',
);

const grouped = /^\+?\d{1,3}(?:[ .]\d{3}){1,4}$/;
const dated = /\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d/;
const decimal = /^\+?\d{1,3}\.\d{1,20}$/;
/** Not a phone number: file modes, times or bits, as in 0644 0755 0600. */
const fours = /^\d{4}(?: \d{4}){1,3}$/;
const counted = '0123456789';

function findPhoneNumber(text: string): string | null {
  for (const shape of [international, withTrunkZero, northAmerican, asked]) {
    for (const [found] of text.matchAll(shape))
      if (isNumberToCall(found)) return found.trim();
  }
  return null;
}

function isNumberToCall(found: string): boolean {
  const number = found.replace(/^[^\d+(]{1,60}/u, '');
  const bare = number.replace(/\D/g, '');
  if (
    dated.test(number) ||
    decimal.test(number) ||
    fours.test(number) ||
    bare === counted
  )
    return false;
  // Amounts end in zeros: "+10 000 000 rows".
  if (/0{5}$/.test(bare) || (grouped.test(number) && bare.endsWith('000'))) return false;
  // Counts of added lines in a diff: +12345678.
  return !/^\+\d{8,9}$/.test(number);
}

const wordEnd = '(?![\\p{L}\\p{N}-])';
/** A spelled-out dot: "evil dot com". Other endings are ordinary words after "dot". */
const spelledDot = new RegExp(
  `(?<=[\\p{L}\\p{N}-]{2})\\s{1,3}(?:dot\\s{1,3}(?=(?:com|org|io|dev|co|de|app|gg|xyz|ai|tv|info|shop|store|site|online|club)${wordEnd})|(?:punto|ponto|point)\\s{1,3}(?=(?:com|org)${wordEnd}))`,
  'giu',
);
/** A dot between spaces: "evil . com", but not "I like it . Com isso". */
const spacedDot = new RegExp(
  `(?<=[\\p{L}\\p{N}])\\s{1,3}\\.\\s{1,3}(?=(?:com|net|org|io|xyz|gg|ru|COM|NET|ORG)${wordEnd})|(?<=\\b[wW]{3})\\s{0,3}\\.\\s{1,3}`,
  'gu',
);
/** A space before the dot: "evil .com", but not "the .com domain". */
const spaceBeforeDot = new RegExp(
  `(?<=[\\p{L}\\p{N}]{3})(?<!\\b(?:the|any|every|your|own|and|for|with|non))\\s{1,3}\\.(?=(?:com|org|xyz)${wordEnd}(?! (?:domain|ending|address|bubble|boom|era|name|site|suffix|TLD)))`,
  'giu',
);
/**
 * A space after the dot: "evil. com". Since "com" is
 * Portuguese for "with", only before punctuation or the end.
 */
const spaceBehindDot = /(?<=[\p{L}\p{N}]{3})\.\s{1,3}(?=(?:com|xyz)(?:[/,;!?]|$))/gu;
const ideographicDot = /(?<=[a-z\d])。(?=[a-z])/giu;
const bracketedDot =
  /\s{0,3}[[({]\s{0,2}(?:dot|punkt|punto|ponto|point|\.)\s{0,2}[\])}]\s{0,3}/giu;
const bracketedAt = /\s{0,3}[[({]\s{0,2}at\s{0,2}[\])}]\s{0,3}/giu;

const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;
const spacedLetters = /(?<!\S)\p{L}(?: \p{L}){2,62}(?![\p{L}\p{N}])/gu;
const eastAsian = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]';
const besideEastAsian = new RegExp(
  `(?<=[a-z\\d/])(?=${eastAsian})|(?<=${eastAsian})(?=[a-z\\d+@])`,
  'giu',
);

/** Rewrites disguised addresses: "www . evil [dot] com" becomes "www.evil.com". */
function plainSpelling(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(spacedLetters, (letters) => letters.replaceAll(' ', ''))
    .replace(ideographicDot, '.')
    .replace(besideEastAsian, ' ')
    .replace(bracketedDot, '.')
    .replace(bracketedAt, '@')
    .replace(spelledDot, '.')
    .replace(spacedDot, '.')
    .replace(spaceBeforeDot, '.')
    .replace(spaceBehindDot, '.');
}

const base58 = '[1-9A-HJ-NP-Za-km-z]';
const walletStart = '(?<![\\p{L}\\p{N}_/+=-])';
const walletEnd = '(?![\\p{L}\\p{N}_/+=-])';
const wallet = (source: string, flags: string) =>
  new RegExp(`${walletStart}${source}${walletEnd}`, flags);

/** Do not match commit hashes and digests: these have no "0x", and no letter beyond f. */
const walletShapes = [
  wallet('0x[\\da-f]{40}', 'iu'),
  // Bitcoin, Litecoin
  wallet('(?:bc|tb|ltc)1[02-9ac-hj-np-z]{25,71}', 'iu'),
];
/** Addresses of Bitcoin, then of Litecoin, Dogecoin and Tron, then of Solana. */
const mixed = wallet(
  `(?:[13]${base58}{25,34}|[LMDT]${base58}{33}|${base58}{43,44})`,
  'gu',
);

function findWallet(text: string): string | null {
  const known = firstOf(walletShapes, text);
  if (known !== null) return known;
  for (const [letters] of text.matchAll(mixed)) if (isRandom(letters)) return letters;
  return null;
}

function isRandom(letters: string): boolean {
  const count = (kind: RegExp) => letters.match(kind)?.length ?? 0;
  return count(/[A-Z]/g) > 2 && count(/[a-z]/g) > 2 && count(/\d/g) > 2;
}

interface Domain {
  labels: readonly string[];
  ending: string;
  path: string;
}

const words = (list: string) => new Set(list.split(' '));

const technologies = words(lists.links.technologies);
/** Names of libraries, such as Json.NET and Quartz.NET. */
const dotNet = /^(?:\p{Lu}\p{L}{1,7}|[A-Z]{2,4})\.NET$/u;
/** Names of container images and Go packages. */
const registries =
  /^(?:(?:docker|ghcr|gcr|quay|registry\.k8s)\.io|public\.ecr\.aws|mcr\.microsoft\.com)\/|^(?:golang\.org\/x|k8s\.io)\/\w/;
/** Kubernetes labels and API versions: app.kubernetes.io/name, cert-manager.io/v1 */
const kubernetesNames =
  /\.(?:kubernetes|k8s)\.io(?:\/[\w.-]{1,63})?$|(?:cert-manager\.io|argoproj\.io|istio\.io|coreos\.com|tekton\.dev)\/v\d$|\/v\d{1,2}(?:alpha|beta)\d{1,2}$/;

const onlyAddresses = words('com org net xyz biz edu gov info io dev co');
/** The "co" of "co.uk". */
const secondLevel = /^(?:com?|ac|or|go|web)$/i;
const files = words('py md rs sh cc so tf ml mov zip map properties');
/** A file name as the path, as in main.rs/lib.rs. */
const fileBehind = /^\/[\w-]{1,63}\.\w{1,5}$/;
const members = words(lists.links.members);
const objects = words(lists.links.objects);
/** Package names begin with a reversed domain, such as "org.apache". */
const reversed = words('com org net io edu gov');
/** Words that begin a new sentence after a forgotten space: "the team.It is". */
const openers = words(lists.links.openers);
const count = /^\d{1,9}$/;
const sends =
  /(?:\b(?:visit|check out|go to|head (?:over )?to|sign up (?:at|on)|join|my (?:site|page|blog|website|shop)|website|besucht?|visita|visitez)(?: is| at|:)?)\s{0,3}$/i;

/**
 * Returns true for a name with dots that is code, a file or the seam between two
 * sentences.
 */
function namesNoSite(domain: Domain, before: string, next: string): boolean {
  const address = hostOf(domain) + domain.path;
  if (registries.test(address) || kubernetesNames.test(address)) return true;
  return domain.path.length > 1
    ? isCodeWithPath(domain)
    : isCodeOrSeam(domain, before, next);
}

const hostOf = ({ labels }: Domain): string => labels.join('.').toLowerCase();

function isCodeWithPath(domain: Domain): boolean {
  const { ending, path } = domain;
  if (technologies.has(hostOf(domain))) return ending === ending.toUpperCase();
  if (files.has(ending.toLowerCase())) return fileBehind.test(path);
  return isMember(domain) && members.has(ending.toLowerCase());
}

function isCodeOrSeam(domain: Domain, before: string, next: string): boolean {
  const { labels, ending } = domain;
  const lowerEnding = ending.toLowerCase();
  if (
    technologies.has(hostOf(domain)) ||
    dotNet.test(labels.join('.')) ||
    isMember(domain)
  )
    return true;
  const hasSecondLevel = labels.length > 2 && secondLevel.test(labels.at(-2) ?? '');
  if (onlyAddresses.has(lowerEnding) || hasSecondLevel) return false;
  const isNumber =
    ending.length === 2 && labels.slice(0, -1).every((label) => count.test(label));
  if (next === '(' || isNumber) return true;
  if (sends.test(before)) return false;
  const hasHyphen = labels[0]?.includes('-') ?? false;
  return (
    beginsSentence(domain) ||
    files.has(lowerEnding) ||
    (members.has(lowerEnding) && !hasHyphen)
  );
}

/**
 * Returns true for a member of an object ("app.name") and for a package name
 * ("org.apache.kafka").
 */
function isMember({ labels, ending }: Domain): boolean {
  const first = labels[0]?.toLowerCase() ?? '';
  const lowerEnding = ending.toLowerCase();
  const isAddressOnly = onlyAddresses.has(lowerEnding);
  if (objects.has(first)) return !isAddressOnly || lowerEnding === 'info';
  return labels.length > 2 && reversed.has(first) && !isAddressOnly;
}

/**
 * Returns true if the ending is the first word of the next sentence, after a forgotten
 * space.
 */
const beginsSentence = ({ labels, ending }: Domain): boolean =>
  openers.has(ending) ||
  (/^(?:AI|IT|TV|US|EU)$/.test(ending) && /^\p{Ll}/u.test(labels[0] ?? ''));

/** Includes two endings that are missing from the public list. */
const endings = new Set([...tlds, 'onion', 'eth']);
const linkify = new LinkifyIt({ fuzzyLink: true, tlds: [...endings] });

const withScheme = /(?<![\p{L}\p{N}])(?:https?|ftp|hxxps?):\/\/\S{1,200}/iu;
const www = /(?<![\p{L}\p{N}])www\.[^\s.]{1,63}\.\S{1,200}/iu;
/** A Markdown link, but not code such as handlers[name](event). */
const markdown = /(?<![\p{L}\p{N}_)\]])\[[^[\]]{0,200}\]\([^()\s]{1,200}\)/u;

const wrapping =
  /(?<![\p{L}\p{N}])[*_~-]{1,3}(?=\p{L})|(?<=[\p{L}\p{N}/])[*_~-]{1,3}(?![\p{L}\p{N}.*_~-])|(?<![\p{L}\p{N}])@|[\p{So}\p{Sm}`]|[;,'[\]{}!?&|](?=[\p{L}\p{N}])|(?<![\p{L}\p{N}:/])\/(?=\p{L})|[a-z]{2,12}:\/\//giu;
const colon = /:/g;

/**
 * A package with its version, such as lodash@4.17.21, which looks like an e-mail address.
 */
const packageVersion =
  /@v?\d{1,4}(?:\.(?:\d{1,9}|x)){1,3}(?:[-+][\w.-]{1,40})?$|\.\d{1,9}$/;

function findWebAddress(text: string): string | null {
  const sure = firstOf([withScheme, www, markdown], text);
  if (sure !== null) return sure;
  const unwrapped = text.replace(wrapping, ' ').replace(colon, ': ');
  const found = linkify.match(unwrapped)?.find(({ schema, raw, index, lastIndex }) => {
    if (schema === 'mailto:') return !packageVersion.test(raw);
    const domain = domainOf(raw);
    return (
      domain !== null &&
      !namesNoSite(
        domain,
        unwrapped.slice(Math.max(0, index - 32), index),
        unwrapped.charAt(lastIndex),
      )
    );
  });
  return found?.raw ?? null;
}

function domainOf(raw: string): Domain | null {
  const address = raw.replace(/^\/\//, '');
  const host = /^[^/?#]{1,800}/.exec(address)?.[0] ?? '';
  const labels = host.split('.');
  const ending = labels.at(-1) ?? '';
  // The library accepts any ending after "//".
  const isPublic = endings.has(ending.toLowerCase()) || ending.startsWith('xn--');
  return labels.length > 1 && isPublic
    ? { labels, ending, path: address.slice(host.length) }
    : null;
}

/**
 * In characters. Longer texts are searched in parts, because
 * the search for web addresses takes quadratic time.
 */
const partLength = 2000;
/**
 * In characters. Each part repeats the end of the previous part, which may have cut an
 * address in two.
 */
const overlap = 300;

/** Splits a text at white space where possible. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > partLength) {
    const cut = from + partLength;
    const ending = text.slice(cut - overlap, cut);
    const lastSpace = ending.search(/\s\S*$/);
    const to = lastSpace === -1 ? cut : cut - overlap + lastSpace;
    parts.push(text.slice(from, to));
    const repeated = text.slice(to - overlap, to);
    from = to - overlap + Math.max(0, repeated.search(/\s/));
  }
  parts.push(text.slice(from));
  return parts;
}

function findLinkIn(text: string): string | null {
  const plain = plainSpelling(text);
  return (
    findWebAddress(plain) ??
    firstOf(handleShapes, plain) ??
    findPhoneNumber(plain) ??
    findWallet(plain)
  );
}

/**
 * Returns the first link, address, phone number, handle on
 * another service or wallet that is found (decision 018).
 */
export function findLink(text: string): string | null {
  for (const part of partsOf(text)) {
    const found = findLinkIn(part);
    if (found !== null) return found;
  }
  return null;
}
