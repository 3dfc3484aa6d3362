/** Pass a Clock to whatever decides by time; only entries use the system's. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
