import { join } from 'node:path';
import { appHomes } from './app-homes.ts';
import { compare } from './compare.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';
import { appCommand, startServer } from './processes.ts';

const ROUNDS = 9;
const bare = join(import.meta.dirname, 'bare-express.ts');

async function firstAnswer(args: string[], env: Record<string, string>): Promise<number> {
  const server = await startServer(args, env);
  await server.stop();
  return server.ms;
}

export async function startUp(environment: BenchEnvironment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, env, hasTarget } of await appHomes(environment, 'start')) {
    const app = () => firstAnswer(appCommand, env);
    await app();
    const { ours, theirs, ratio } = await compare(app, () => firstAnswer([bare], {}), ROUNDS);
    findings.push({
      what: `start to first answer, migrated, ${name}`,
      ours: milliseconds(ours),
      against: `${milliseconds(theirs)} (bare Express)`,
      value: ratio,
      target: hasTarget ? atMost(3) : null,
    });
  }
  return findings;
}
