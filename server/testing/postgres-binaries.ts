import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's server programs, 15 or newer, or null. */
export function findPostgres(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((version) => Number(version) >= 15) : [];
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'));
  const path = (env['PATH'] ?? '').split(delimiter);
  return [...debian, ...path].find(hasServer) ?? null;
}

function hasServer(folder: string): boolean {
  return folder !== '' && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));
}
