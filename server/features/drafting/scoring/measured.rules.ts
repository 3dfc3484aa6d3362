export interface Measured {
  /** 0 to 1; null where it cannot be measured. */
  score: number | null;
  detail: string;
}

export const weakBelow = 0.5;
