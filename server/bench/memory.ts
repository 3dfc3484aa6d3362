import { appHomes } from './app-homes.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost, type Finding, megabytesAtMost } from './finding.ts';
import { appCommand, residentMegabytes, startServer } from './processes.ts';
import { ratePerSecond } from './rate.ts';

const megabytes = (value: number) => `${value.toFixed(0)} MB`;

export async function memory(environment: BenchEnvironment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, env, hasTarget } of await appHomes(environment, 'memory')) {
    // The first start migrates, and is not idle.
    await (await startServer(appCommand, env)).stop();
    const app = await startServer(appCommand, env);
    const request = (answers: number) =>
      ratePerSecond(
        `${app.origin}/api/auth/user`,
        { Cookie: 'chime-in.sid=s%3Anobody.nothing' },
        { answers },
      );
    try {
      const idle = residentMegabytes(app.child);
      await request(10_000);
      const after = residentMegabytes(app.child);
      await request(40_000);
      const long = residentMegabytes(app.child);
      const target = (limit: number) => (hasTarget ? atMost(limit) : null);
      findings.push(
        {
          what: `resident memory of a second start, idle, ${name}`,
          ours: megabytes(idle),
          against: 'absolute',
          value: idle,
          target: megabytesAtMost(256),
        },
        {
          what: `resident memory after 10,000 requests, ${name}`,
          ours: megabytes(after),
          against: `${megabytes(idle)} (idle)`,
          value: after / idle,
          target: target(1.6),
        },
        {
          what: `resident memory after 50,000 requests, ${name}`,
          ours: megabytes(long),
          against: `${megabytes(after)} (after 10,000)`,
          value: long / after,
          target: target(1.1),
        },
      );
    } finally {
      await app.stop();
    }
  }
  return findings;
}
