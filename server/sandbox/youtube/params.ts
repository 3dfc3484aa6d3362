import { googleError } from './errors.ts';

export const createParams = (query: Readonly<Record<string, unknown>>) => {
  const values = (name: string): string[] =>
    [query[name]].flat().filter((entry): entry is string => typeof entry === 'string');
  const one = (name: string): string | undefined => values(name)[0] || undefined;
  const list = (name: string): string[] =>
    values(name)
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '');
  const invalid = (name: string, message: string) =>
    googleError('invalidParameter', { message: `Invalid value '${one(name)}'.${message}`, location: name });

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
      const isRfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
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
        throw googleError('unknownPart', { message: `'${unknown}'`, location: 'part' });
      return new Set(asked);
    },
    filter<const Name extends string>(names: readonly Name[]): Name {
      const [first, ...others] = names.filter((name) => list(name).length > 0);
      if (first === undefined) throw missing(names.join(', '));
      if (others.length > 0) throw googleError('incompatibleParameters', { location: 'parameters.' });
      return first;
    },
  };
};

export type Params = ReturnType<typeof createParams>;

const MOST_IDS = 50;

/** Each id once. Throws a GoogleError for more than 50. */
export const idsOf = (params: Params): string[] => {
  const ids = [...new Set(params.list('id'))];
  if (ids.length > MOST_IDS) throw googleError('invalidFilters', { location: 'id' });
  return ids;
};

export const missing = (name: string) =>
  googleError('missingRequiredParameter', { message: `Required parameter: ${name}`, location: name });
