export interface EvalVideo {
  title: string;
  channel: string;
  /** BCP 47; null where YouTube does not say. */
  language: string | null;
  tags: readonly string[];
  description: string;
}
