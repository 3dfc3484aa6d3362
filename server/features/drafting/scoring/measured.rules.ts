/** What one measure says about a draft. */
export interface Measured {
  /** 0 to 1; null where there is nothing to measure it by. */
  share: number | null;
  /** As it is shown, a sentence. */
  detail: string;
}

/** Below this a measure finds fault; the labelled sets are held against it. */
export const weakBelow = 0.5;
