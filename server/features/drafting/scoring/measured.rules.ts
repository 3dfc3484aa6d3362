export interface Measured {
  /** 0 to 1; null where it cannot be measured. */
  score: number | null;
  detail: string;
}

/** A lower score counts as a fault in the labelled sets. */
export const weakBelow = 0.5;
