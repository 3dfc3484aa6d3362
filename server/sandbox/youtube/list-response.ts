import { googleError } from './errors.ts';
import type { Params } from './params.ts';

const PREFIX = 'offset:';

const readPageToken = (token: string | undefined): number => {
  if (token === undefined) return 0;
  const text = Buffer.from(token, 'base64url').toString();
  const offset = Number(text.slice(PREFIX.length));
  if (text.startsWith(PREFIX) && Number.isInteger(offset) && offset >= 0) return offset;
  throw googleError('invalidPageToken');
};

export const pageOf = <T>(
  kind: string,
  all: readonly T[],
  params: Params,
  sizes: { usual: number; min: number; max: number },
  show: (item: T) => object,
) => {
  const size = params.integer('maxResults', sizes.usual, sizes.min, sizes.max);
  const start = readPageToken(params.one('pageToken'));
  const end = start + size;
  const isLast = end >= all.length || size === 0;
  return {
    kind: `youtube#${kind}`,
    ...(!isLast && { nextPageToken: Buffer.from(`${PREFIX}${end}`).toString('base64url') }),
    pageInfo: { totalResults: all.length, resultsPerPage: size },
    items: all.slice(start, end).map(show),
  };
};

export const wholeList = (kind: string, items: readonly object[]) => ({
  kind: `youtube#${kind}`,
  pageInfo: { totalResults: items.length, resultsPerPage: items.length },
  items,
});
