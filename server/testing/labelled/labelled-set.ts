interface Sorted<Example> {
  bad: readonly Example[];
  fine: readonly Example[];
}

/** Drafts that a person sorted by hand: what a measure should find fault with, and what it should let pass. */
export interface LabelledSet<Example> extends Sorted<Example> {
  /** Written when the rules were done, and never used to change them. */
  later?: Sorted<Example>;
}
