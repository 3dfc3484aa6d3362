import { hash, randomBytes } from 'node:crypto';

const digest = (seed: string) => hash('sha256', seed, 'buffer');

/** Returns a number in [0, 1) that is always the same for the same seed. */
export const unit = (seed: string): number => digest(seed).readUIntBE(0, 6) / 2 ** 48;

export const between = (seed: string, min: number, max: number): number =>
  min + Math.floor(unit(seed) * (max - min + 1));

export const pick = <T>(seed: string, list: readonly T[]): T => {
  const found = list[Math.floor(unit(seed) * list.length)];
  if (found === undefined) throw new RangeError(`Nothing to pick from for ${seed}`);
  return found;
};

export const pickSome = <T>(seed: string, list: readonly T[], count: number): T[] =>
  list
    .map((value, index) => ({ value, order: unit(`${seed}/${index}`) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ value }) => value);

export const idFrom = (seed: string, length: number): string =>
  digest(seed).toString('base64url').slice(0, length);

export const randomName = (length: number): string =>
  randomBytes(length).toString('base64url').slice(0, length);
