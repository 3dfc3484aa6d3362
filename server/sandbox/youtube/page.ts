import { createHash } from 'node:crypto';
import { encodePageToken } from './params.ts';

export const etagOf = (value: unknown): string =>
  createHash('sha1').update(JSON.stringify(value)).digest('base64url');

export interface PageOptions {
  offset: number;
  size: number;
  total: number;
  extra?: object;
}

/** A list response in Google's envelope. `items` is the page itself, cut out of `total`. */
export const listResponse = (
  kind: string,
  items: readonly object[],
  { offset, size, total, extra }: PageOptions,
) => {
  const isLast = offset + items.length >= total || items.length === 0;
  return {
    kind: `youtube#${kind}`,
    etag: etagOf(items),
    ...(!isLast && { nextPageToken: encodePageToken(offset + items.length) }),
    ...(offset > 0 && { prevPageToken: encodePageToken(Math.max(0, offset - size)) }),
    ...extra,
    pageInfo: { totalResults: total, resultsPerPage: size },
    items,
  };
};
