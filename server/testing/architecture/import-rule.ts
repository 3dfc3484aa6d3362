import type { Import } from './module-imports.ts';

/** A direction that imports must keep (DESIGN §1). `says` is the sentence a broken one is reported with. */
export interface ImportRule {
  readonly says: string;
  /** The files the rule holds for. */
  readonly files: RegExp;
  readonly except?: RegExp;
  readonly allows: (edge: Import) => boolean;
}
