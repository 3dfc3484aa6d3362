import type { Import } from './module-imports.ts';

/** A direction that imports must keep; `says` is the sentence that reports a broken one. */
export interface ImportRule {
  readonly says: string;
  /** The files the rule holds for. */
  readonly files: RegExp;
  readonly except?: RegExp;
  readonly allows: (edge: Import) => boolean;
}
