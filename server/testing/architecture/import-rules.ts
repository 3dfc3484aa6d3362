import { clientRules } from './client-rules.ts';
import type { Import } from './module-imports.ts';
import { serverRules } from './server-rules.ts';

/** A direction that imports must keep (DESIGN §1). `says` is the sentence a broken one is reported with. */
export interface ImportRule {
  readonly says: string;
  /** The files the rule holds for. */
  readonly files: RegExp;
  readonly except?: RegExp;
  readonly allows: (edge: Import) => boolean;
}

const sharedRules: ImportRule[] = [
  {
    says: 'shared/ imports only itself, zod and drizzle-orm/pg-core',
    files: /^shared\//,
    except: /\.test\.ts$/,
    allows: ({ to, isOurs }) => (isOurs ? to.startsWith('shared/') : /^(zod|drizzle-orm\/pg-core)$/.test(to)),
  },
  {
    says: 'tests of shared/ know neither the server nor the client',
    files: /^shared\/.*\.test\.ts$/,
    allows: ({ to, isOurs }) => !isOurs || to.startsWith('shared/'),
  },
];

const rules = [...sharedRules, ...serverRules, ...clientRules];

/** One sentence per import that goes the wrong way. */
export function findWrongImports(imports: readonly Import[]): string[] {
  return imports.flatMap((edge) =>
    rules
      .filter(({ files, except }) => files.test(edge.from) && !except?.test(edge.from))
      .filter(({ allows }) => !allows(edge))
      .map(({ says }) => `${edge.from} → ${edge.to}: ${says}`),
  );
}
