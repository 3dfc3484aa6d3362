import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the data, for the eyes of the user whose server it is. */
export const controlFolder = (dataDir: string): string => join(dataDir, 'control');

export interface SocketAddress {
  path: string;
  /** The path is no longer needed. */
  release(): void;
}

/** What the system takes as the path of a socket, its closing zero included. */
const longestPath = 104;

/** On Linux a folder of any depth has a short name as long as it is held open. */
export function controlAddress(folder: string): SocketAddress {
  const path = join(folder, 'socket');
  if (Buffer.byteLength(path) < longestPath || process.platform !== 'linux') {
    return { path, release: () => {} };
  }
  const held = openSync(folder, 'r');
  return { path: `/proc/self/fd/${held}/socket`, release: () => closeSync(held) };
}
