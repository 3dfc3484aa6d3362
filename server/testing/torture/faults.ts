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
];

/** About half of the next inserts meet a fault. */
export function scriptFaults(sandbox: Sandbox, random: () => number): void {
  sandbox.admin.clearFaults();
  for (let index = 0; index < 4; index += 1) {
    const fault = kinds[Math.floor(random() * kinds.length)];
    if (fault && random() < 0.7)
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
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const fault = kinds[Math.floor(random() * kinds.length)];
    if (fault && random() < 0.6)
      sandbox.admin.fault({ match: { method, path: '/youtube/v3/comments' }, fault });
  }
}
