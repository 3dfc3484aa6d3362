import { googleError } from './errors.ts';

/** Query parameters as Google reads them: lists come repeated, joined by commas, or both. */
export const createParams = (query: Readonly<Record<string, unknown>>) => {
  const values = (name: string): string[] => {
    const value = query[name];
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return all.filter((entry): entry is string => typeof entry === 'string');
  };
  const one = (name: string): string | undefined => values(name)[0] || undefined;
  const list = (name: string): string[] =>
    values(name)
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '');

  return {
    one,
    list,
    flag: (name: string): boolean => /^(true|1)$/i.test(one(name) ?? ''),
    has: (name: string): boolean => values(name).length > 0,
    names: (): string[] => Object.keys(query),
    integer(name: string, usual: number, min: number, max: number): number {
      const text = one(name);
      if (text === undefined) return usual;
      const value = Number(text);
      if (Number.isInteger(value) && value >= min && value <= max) return value;
      const message = `Invalid value '${text}'. Values must be within the range: [${min}, ${max}]`;
      throw googleError('invalidParameter', { message, location: name });
    },
    instant(name: string): Date | undefined {
      const text = one(name);
      if (text === undefined) return undefined;
      const isRfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
      const value = new Date(text);
      if (isRfc3339 && !Number.isNaN(value.getTime())) return value;
      throw googleError('invalidParameter', { message: `Invalid value '${text}'.`, location: name });
    },
    choice(name: string, usual: string, allowed: readonly string[]): string {
      const value = one(name) ?? usual;
      if (allowed.includes(value)) return value;
      const message = `Invalid value '${value}'. Allowed values: [${allowed.join(', ')}]`;
      throw googleError('invalidParameter', { message, location: name });
    },
    /** The asked parts. @throws GoogleError when there is none, or one that the resource does not have. */
    parts(allowed: readonly string[]): Set<string> {
      const asked = list('part');
      if (asked.length === 0) {
        throw googleError('missingRequiredParameter', {
          message: 'Required parameter: part',
          location: 'part',
        });
      }
      const unknown = asked.find((part) => !allowed.includes(part));
      if (unknown !== undefined) throw googleError('unknownPart', { message: `'${unknown}'` });
      return new Set(asked);
    },
    /** The one filter that is set. @throws GoogleError when none or several are. */
    filter<const Name extends string>(names: readonly Name[]): Name {
      const present = names.filter((name) => list(name).length > 0);
      const [first] = present;
      if (first === undefined) {
        const message = `No filter selected. Expected one of: ${names.join(', ')}`;
        throw googleError('missingRequiredParameter', { message, location: 'parameters.' });
      }
      if (present.length > 1) {
        const message = `Incompatible parameters specified in the request: ${present.join(', ')}`;
        throw googleError('incompatibleParameters', { message, location: 'parameters.' });
      }
      return first;
    },
  };
};

export type Params = ReturnType<typeof createParams>;

const PAGE_PREFIX = 'offset:';

/** Opaque page tokens; `null` is the first page. */
export const encodePageToken = (offset: number): string =>
  Buffer.from(`${PAGE_PREFIX}${offset}`).toString('base64url');

export const decodePageToken = (token: string | undefined): number => {
  if (token === undefined) return 0;
  const text = Buffer.from(token, 'base64url').toString();
  const offset = Number(text.slice(PAGE_PREFIX.length));
  if (!text.startsWith(PAGE_PREFIX) || !Number.isInteger(offset) || offset < 0)
    throw googleError('invalidPageToken');
  return offset;
};
