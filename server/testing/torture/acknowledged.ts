/** What the app has answered with 2xx: none of it may ever be lost. */
export interface Acknowledged {
  /** Comment id → its text. */
  texts: Map<number, string>;
  /** Comment id → a text that a kill may have kept from being acknowledged. */
  editAsked: Map<number, string>;
  /** Comments that an undo approved after an edit which it had not seen. */
  overUndone: Set<number>;
  approved: Set<number>;
  scheduled: Set<number>;
  posted: Set<number>;
  /** Approvals that were asked for; a kill may have swallowed the answer. */
  approvalAsked: Set<number>;
  /** Comment id → the text it was to get on YouTube. */
  changeAsked: Map<number, string>;
  changed: Set<number>;
  withdrawalAsked: Set<number>;
  withdrawn: Set<number>;
}

export const nothingYet = (): Acknowledged => ({
  texts: new Map(),
  editAsked: new Map(),
  overUndone: new Set(),
  approved: new Set(),
  scheduled: new Set(),
  posted: new Set(),
  approvalAsked: new Set(),
  changeAsked: new Map(),
  changed: new Set(),
  withdrawalAsked: new Set(),
  withdrawn: new Set(),
});
