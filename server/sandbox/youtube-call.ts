import type { Request, RequestHandler } from 'express';
import { pacificDay, pacificMidnight } from '#shared/rules/calendar.ts';
import type { Clock } from '../core/clock.ts';
import type { Channels } from './channels.ts';
import type { Comments } from './comments.ts';
import {
  type Account,
  findAccount,
  type Grants,
  isYouTubeScope,
  YOUTUBE_SCOPE,
} from './google-tokens.ts';
import { bearerOf, firstValue, originOf } from './http.ts';
import type { Store } from './store.ts';
import { googleError, rateLimited } from './youtube-errors.ts';

type Caller =
  | { kind: 'key' }
  | { kind: 'user'; account: Account; scopes: readonly string[] };

const callerOf = (req: Request, grants: Grants): Caller => {
  const token = bearerOf(req);
  if (token) {
    const grant = grants.byAccessToken(token);
    const account = grant && findAccount(grant.accountId);
    if (!account) throw googleError('authError');
    return { kind: 'user', account, scopes: grant.scopes };
  }
  if (firstValue(req.query, 'key') ?? req.get('x-goog-api-key')) return { kind: 'key' };
  const message =
    "Method doesn't allow unregistered callers (callers without established identity).";
  throw googleError('forbidden', { message });
};

export const requireReader = (caller: Caller): void => {
  if (caller.kind === 'user' && !caller.scopes.some(isYouTubeScope)) {
    throw googleError('insufficientPermissions');
  }
};

/** Throws a GoogleError for a key, a missing scope or an account without a channel. */
export const requireWriter = (caller: Caller): Account => {
  if (caller.kind === 'key') throw googleError('required');
  if (!caller.scopes.includes(YOUTUBE_SCOPE))
    throw googleError('insufficientPermissions');
  if (!caller.account.channel) throw googleError('youtubeSignupRequired');
  return caller.account;
};

const createParams = (query: Readonly<Record<string, unknown>>) => {
  const values = (name: string): string[] =>
    [query[name]].flat().filter((entry): entry is string => typeof entry === 'string');
  const one = (name: string): string | undefined => values(name)[0] || undefined;
  const list = (name: string): string[] =>
    values(name)
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '');
  const invalid = (name: string, message: string) =>
    googleError('invalidParameter', {
      message: `Invalid value '${one(name)}'.${message}`,
    });

  return {
    one,
    list,
    integer(name: string, usual: number, min: number, max: number): number {
      const value = Number(one(name) ?? usual);
      if (Number.isInteger(value) && value >= min && value <= max) return value;
      throw invalid(name, ` Values must be within the range: [${min}, ${max}]`);
    },
    instant(name: string): Date | undefined {
      const text = one(name);
      if (text === undefined) return undefined;
      const isRfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(
        text,
      );
      const value = new Date(text);
      if (isRfc3339 && !Number.isNaN(value.getTime())) return value;
      throw invalid(name, '');
    },
    choice(name: string, usual: string, allowed: readonly string[]): string {
      const value = one(name) ?? usual;
      if (allowed.includes(value)) return value;
      throw invalid(name, ` Allowed values: [${allowed.join(', ')}]`);
    },
    parts(allowed: readonly string[]): Set<string> {
      const asked = list('part');
      if (asked.length === 0) throw missing('part');
      const unknown = asked.find((part) => !allowed.includes(part));
      if (unknown !== undefined)
        throw googleError('unknownPart', { message: `'${unknown}'` });
      return new Set(asked);
    },
    filter<const Name extends string>(names: readonly Name[]): Name {
      const [first, ...others] = names.filter((name) => list(name).length > 0);
      if (first === undefined) throw missing(names.join(', '));
      if (others.length > 0) throw googleError('incompatibleParameters');
      return first;
    },
  };
};

type Params = ReturnType<typeof createParams>;

const MOST_IDS = 50;

/** Removes duplicate ids. Throws a GoogleError for more than 50. */
export const idsOf = (params: Params): string[] => {
  const ids = [...new Set(params.list('id'))];
  if (ids.length > MOST_IDS) throw googleError('invalidFilters');
  return ids;
};

export const missing = (name: string) =>
  googleError('missingRequiredParameter', { message: `Required parameter: ${name}` });

export interface YouTubeDeps {
  clock: Clock;
  grants: Grants;
  quota: Quota;
  comments: Comments;
  channels: Channels;
}

export interface Call {
  req: Request;
  params: Params;
  caller: Caller;
  origin: string;
  now: Date;
  locals: Readonly<Record<string, unknown>>;
}

export type Answer = (call: Call) => object | null;

/** A refused request costs one unit; a successful one costs the endpoint's price. */
export const endpoint =
  (deps: YouTubeDeps, bucket: Bucket, cost: number, answer: Answer): RequestHandler =>
  (req, res) => {
    const caller = callerOf(req, deps.grants);
    deps.quota.check(bucket, cost);
    let spent = 1;
    try {
      const params = createParams(req.query);
      const body = answer({
        req,
        params,
        caller,
        origin: originOf(req),
        now: deps.clock.now(),
        locals: res.locals,
      });
      spent = cost;
      if (body === null) res.status(204).end();
      else res.set('Cache-Control', 'private').json(body);
    } finally {
      deps.quota.charge(bucket, spent);
    }
  };

const usualLimits = { shared: 10_000, search: 100 };
type Bucket = keyof typeof usualLimits;

export const createQuota = (store: Store, clock: Clock) => {
  const selectUsed = store.prepare('SELECT used FROM quota WHERE day = ? AND bucket = ?');
  const upsertUsed = store.prepare('INSERT OR REPLACE INTO quota VALUES (?, ?, ?)');
  const limits = { ...usualLimits };
  const today = () => pacificDay(clock.now());

  const meter = (bucket: Bucket) => ({
    used: Number(selectUsed.get(today(), bucket)?.['used'] ?? 0),
    limit: limits[bucket],
  });
  const setUsed = (bucket: Bucket, used: number) =>
    void upsertUsed.run(today(), bucket, used);

  return {
    /**
     * Throws a GoogleError if the quota is used up: 403 quotaExceeded, or the gateway's
     * 429 for searches.
     */
    check(bucket: Bucket, cost: number) {
      const { used, limit } = meter(bucket);
      if (used + cost <= limit) return;
      if (bucket === 'shared') throw googleError('quotaExceeded');
      throw rateLimited(bucket, 'day', limit, pacificMidnight(clock.now()));
    },
    charge: (bucket: Bucket, cost: number) => setUsed(bucket, meter(bucket).used + cost),
    set(bucket: Bucket, { limit, used }: { limit?: number; used?: number }): void {
      if (limit !== undefined) limits[bucket] = limit;
      if (used !== undefined) setUsed(bucket, used);
    },
    read: () => ({ shared: meter('shared'), search: meter('search') }),
  };
};

export type Quota = ReturnType<typeof createQuota>;

const PREFIX = 'offset:';

const readPageToken = (token: string | undefined): number => {
  if (token === undefined) return 0;
  const text = Buffer.from(token, 'base64url').toString();
  const offset = Number(text.slice(PREFIX.length));
  if (text.startsWith(PREFIX) && Number.isInteger(offset) && offset >= 0) return offset;
  throw googleError('invalidPageToken');
};

interface PagedList<T> {
  kind: string;
  all: readonly T[];
  sizes: { usual: number; min: number; max: number };
  show: (item: T) => object;
}

/** Returns the page of a list that the request's `maxResults` and `pageToken` ask for. */
export const pageOf = <T>(params: Params, { kind, all, sizes, show }: PagedList<T>) => {
  const size = params.integer('maxResults', sizes.usual, sizes.min, sizes.max);
  const start = readPageToken(params.one('pageToken'));
  const end = start + size;
  const isLast = end >= all.length || size === 0;
  return {
    kind: `youtube#${kind}`,
    ...(!isLast && {
      nextPageToken: Buffer.from(`${PREFIX}${end}`).toString('base64url'),
    }),
    pageInfo: { totalResults: all.length, resultsPerPage: size },
    items: all.slice(start, end).map(show),
  };
};

export const wholeList = (kind: string, items: readonly object[]) => ({
  kind: `youtube#${kind}`,
  pageInfo: { totalResults: items.length, resultsPerPage: items.length },
  items,
});
