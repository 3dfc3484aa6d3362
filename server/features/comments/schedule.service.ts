import type { ScheduleDay } from '#shared/contracts/queue.ts';
import {
  calendarDays,
  dayStart,
  nextDayStart,
  pacificZone,
} from '#shared/rules/calendar.ts';
import { fillFreeSlots, freeSlots } from '#shared/rules/posting-slots.ts';
import type { Clock } from '../../core/clock.ts';
import type { Range, ScheduleRepository } from './schedule.repository.ts';

interface Deps {
  repository: ScheduleRepository;
  clock: Clock;
}

export function createScheduleService({ repository, clock }: Deps) {
  async function plans() {
    const now = clock.now();
    const [settings, due] = await Promise.all([
      repository.settings(),
      repository.dueTimes(),
    ]);
    const timeZone = settings.timeZone ?? pacificZone;
    const day = { from: dayStart(now, timeZone), to: nextDayStart(now, timeZone) };
    const today = await repository.attempted(day);
    return { ...settings, timeZone, postedToday: today.length, due, now };
  }

  return {
    async overview(range: Range) {
      const plan = await plans();
      const holdsNow = range.from <= plan.now && plan.now < range.to;
      // Rounds the range to whole days in the time zone of the daily cap, which may
      // differ from the viewer's.
      const from = dayStart(range.from, plan.timeZone);
      const to = nextDayStart(new Date(range.to.getTime() - 1), plan.timeZone);
      const [scheduled, posted, attempted] = await Promise.all([
        repository.scheduled(holdsNow ? { ...range, from: new Date(0) } : range),
        repository.posted(range),
        repository.attempted({ from, to }),
      ]);
      const dayOf = calendarDays(plan.timeZone);
      const days = new Map<string, ScheduleDay>();
      const dayAt = (at: Date): ScheduleDay => {
        const day = dayOf(at);
        const counted = days.get(day) ?? { day, posted: 0, due: 0 };
        days.set(day, counted);
        return counted;
      };
      for (const at of attempted) dayAt(at).posted += 1;
      for (const at of plan.due) {
        const counted = at < plan.now ? plan.now : at;
        if (counted >= from && counted < to) dayAt(counted).due += 1;
      }
      return {
        entries: [
          ...posted.map((row) => ({ ...row, queueId: null, state: 'posted' as const })),
          ...scheduled.map((row) => ({ ...row, state: 'scheduled' as const })),
        ],
        days: [...days.values()],
        dailyCap: plan.dailyCap,
        free: freeSlots(plan, range),
      };
    },

    freeSlots: async (count: number) => ({ times: fillFreeSlots(await plans(), count) }),
  };
}

export type ScheduleService = ReturnType<typeof createScheduleService>;
