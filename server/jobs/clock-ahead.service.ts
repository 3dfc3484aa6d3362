import type { ClockAndEvents } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { ClockAheadRepository } from './clock-ahead.repository.ts';

interface Deps extends ClockAndEvents {
  repository: ClockAheadRepository;
  log: Pick<Log, 'warn'>;
}

/** Lets work go on after the clock of this machine was ahead for a while (rule 3.13). */
export function createClockAheadService({ repository, clock, events, log }: Deps) {
  return {
    async takeBack(): Promise<void> {
      const rows = await repository.takeBack(clock.now());
      if (rows === 0) return;
      log.warn({ rows }, 'the clock was ahead: times that it wrote were taken back');
      events.changed('comments', 'following', 'fresh', 'notices', 'posting-status');
    },
  };
}
