import type { Sandbox } from '../../sandbox/sandbox.ts';

type Order = Parameters<Sandbox['admin']['fault']>[0];

const kinds: Order['fault'][] = [
  { kind: 'delay', ms: 40 },
  { kind: 'delay', ms: 400 },
  { kind: 'status', reason: 'backendError' },
  { kind: 'status', reason: 'internalError' },
  { kind: 'reset' },
  { kind: 'accept-then-hang-up' },
  { kind: 'accept-then-hang' },
  { kind: 'accept-then-status', reason: 'backendError' },
  { kind: 'status', reason: 'processingFailure' },
  { kind: 'accept-then-status', reason: 'processingFailure' },
];

/** In every other round no list is given. */
function forbidLists(sandbox: Sandbox, random: () => number, path: string): void {
  if (random() < 1 / 2)
    sandbox.admin.fault({
      match: { method: 'GET', path },
      times: 0,
      fault: { kind: 'status', reason: 'forbidden' },
    });
}

/** Hides what was posted under two of three videos behind more new threads than are read. */
export function crowdLists(sandbox: Sandbox, random: () => number, videoIds: readonly string[]): void {
  for (const videoId of videoIds) if (random() < 2 / 3) sandbox.admin.orderThreads(videoId, 700);
}

/** Most of the next inserts meet a fault. */
export function scriptFaults(sandbox: Sandbox, random: () => number): void {
  sandbox.admin.clearFaults();
  forbidLists(sandbox, random, '/youtube/v3/commentThreads');
  for (let index = 0; index < 4; index += 1) {
    const fault = kinds[Math.floor(random() * kinds.length)];
    if (fault && random() < 0.9)
      sandbox.admin.fault({
        match: { method: 'POST', path: '/youtube/v3/commentThreads' },
        after: Math.floor(random() * 2),
        fault,
      });
  }
}

/** About half of the next answers, changes and withdrawals meet a fault. */
export function scriptFaultsOfThreads(sandbox: Sandbox, random: () => number): void {
  sandbox.admin.clearFaults();
  forbidLists(sandbox, random, '/youtube/v3/comments');
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const fault = kinds[Math.floor(random() * kinds.length)];
    if (fault && random() < 0.6)
      sandbox.admin.fault({ match: { method, path: '/youtube/v3/comments' }, fault });
  }
}
