import type { Request } from 'express';

export const originOf = (req: Request): string => `http://${req.headers.host ?? '127.0.0.1'}`;

export const pathOf = (req: Request): string => req.originalUrl.split('?')[0] ?? '';

export const bearerOf = (req: Request): string | null =>
  /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? null;

/** Takes the first of repeated values; null when absent or empty. */
export const firstValue = (source: unknown, name: string): string | null => {
  if (typeof source !== 'object' || source === null) return null;
  const value: unknown = Reflect.get(source, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : null;
};
