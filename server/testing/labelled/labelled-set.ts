interface Sorted<Example> {
  bad: readonly Example[];
  fine: readonly Example[];
}

/** Drafts sorted by hand into those a measure should fault and those it should pass. */
export interface LabelledSet<Example> extends Sorted<Example> {
  /** Written after the rules and never used to change them. */
  later?: Sorted<Example>;
}
