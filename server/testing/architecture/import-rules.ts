import { clientRules } from './client-rules.ts';
import type { ImportRule } from './import-rule.ts';
import type { Import } from './module-imports.ts';
import { serverRules } from './server-rules.ts';

const sharedRules: ImportRule[] = [
  {
    says: 'shared/ imports only itself, zod and, for the tables, drizzle-orm',
    files: /^shared\//,
    except: /\.test\.ts$/,
    allows: ({ from, to, isOurs }) =>
      isOurs
        ? to.startsWith('shared/')
        : to === 'zod' || (from === 'shared/schema.ts' && /^drizzle-orm(\/pg-core)?$/.test(to)),
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
