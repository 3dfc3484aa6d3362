/** How far a bulk action is. It changes in place: thousands of steps need no rendering each. */
export interface BulkProgress {
  /** "Approving". */
  word: string;
  done: number;
  total: number;
  /** What is under way finishes; nothing more is sent. */
  isStopped: boolean;
}
