export interface Target {
  text: string;
  holds(value: number): boolean;
}

export const atLeast = (limit: number): Target => ({
  text: `≥ ${limit} ×`,
  holds: (value) => value >= limit,
});
export const atMost = (limit: number): Target => ({ text: `≤ ${limit} ×`, holds: (value) => value <= limit });
export const exactly = (count: number): Target => ({
  text: `exactly ${count}`,
  holds: (value) => value === count,
});
export const megabytesAtMost = (limit: number): Target => ({
  text: `≤ ${limit} MB`,
  holds: (value) => value <= limit,
});
export const noMoreThan = (count: number): Target => ({
  text: `at most ${count}`,
  holds: (value) => value <= count,
});

export interface Finding {
  what: string;
  ours: string;
  against: string;
  value: number;
  target: Target | null;
}

export const isMissed = ({ target, value }: Finding): boolean => target !== null && !target.holds(value);

export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const perSecond = (value: number): string => `${value.toFixed(1)}/s`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
