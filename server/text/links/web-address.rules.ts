import { LinkifyIt } from 'linkify-it';
import tlds from 'tlds' with { type: 'json' };
import { type Domain, namesNoSite } from './names-no-site.rules.ts';

/** Missing from the public list. */
const endings = new Set([...tlds, 'onion', 'eth']);
const linkify = new LinkifyIt({ fuzzyLink: true, tlds: [...endings] });

const withScheme = /(?<![\p{L}\p{N}])(?:https?|ftp|hxxps?):\/\/\S{1,200}/iu;
const www = /(?<![\p{L}\p{N}])www\.[^\s.]{1,63}\.\S{1,200}/iu;
/** Not an index and a call, as in handlers[name](event). */
const markdown = /(?<![\p{L}\p{N}_)\]])\[[^[\]]{0,200}\]\([^()\s]{1,200}\)/u;

const wrapping =
  /(?<![\p{L}\p{N}])[*_~-]{1,3}(?=\p{L})|(?<=[\p{L}\p{N}/])[*_~-]{1,3}(?![\p{L}\p{N}.*_~-])|(?<![\p{L}\p{N}])@|[\p{So}\p{Sm}`]|[;,'[\]{}!?&|](?=[\p{L}\p{N}])|(?<![\p{L}\p{N}:/])\/(?=\p{L})|[a-z]{2,12}:\/\//giu;
const colon = /:/g;

/** lodash@4.17.21 */
const packageVersion = /@v?\d{1,4}(?:\.(?:\d{1,9}|x)){1,3}(?:[-+][\w.-]{1,40})?$|\.\d{1,9}$/;

export function findWebAddress(text: string): string | null {
  const sure = withScheme.exec(text) ?? www.exec(text) ?? markdown.exec(text);
  if (sure) return sure[0];
  const unwrapped = text.replace(wrapping, ' ').replace(colon, ': ');
  const found = linkify.match(unwrapped)?.find(({ schema, raw, index, lastIndex }) => {
    if (schema === 'mailto:') return !packageVersion.test(raw);
    const domain = domainOf(raw);
    return (
      domain !== null &&
      !namesNoSite(domain, unwrapped.slice(Math.max(0, index - 32), index), unwrapped.charAt(lastIndex))
    );
  });
  return found?.raw ?? null;
}

function domainOf(raw: string): Domain | null {
  const address = raw.replace(/^\/\//, '');
  const host = /^[^/?#]{1,800}/.exec(address)?.[0] ?? '';
  const labels = host.split('.');
  const ending = labels.at(-1) ?? '';
  // The library takes any ending after "//".
  const isPublic = endings.has(ending.toLowerCase()) || ending.startsWith('xn--');
  return labels.length > 1 && isPublic ? { labels, ending, path: address.slice(host.length) } : null;
}
