import type { ImportRule } from './import-rule.ts';

const tests = /\.test\.tsx?$|^client\/src\/testing\//;
const featureOf = (path: string) => /^client\/src\/features\/([^/]+)\//.exec(path)?.[1];

/** app → features → api and components → lib; a lower number may not import a higher one. */
function rank(path: string): number {
  const folder = /^client\/src\/([^/]+)\//.exec(path)?.[1] ?? 'main';
  return { lib: 0, api: 1, components: 1, features: 2, app: 3 }[folder] ?? 4;
}

export const clientRules: ImportRule[] = [
  {
    says: 'the client knows nothing of the server or of Node',
    files: /^client\/src\//,
    except: tests,
    allows: ({ to }) => !/^(server\/|node:)/.test(to),
  },
  {
    says: 'imports on the client go app → features → api, components → lib',
    files: /^client\/src\//,
    except: tests,
    allows: ({ from, to, isOurs }) => !isOurs || !to.startsWith('client/') || rank(to) <= rank(from),
  },
  {
    says: 'no feature imports another',
    files: /^client\/src\/features\//,
    except: tests,
    allows: ({ from, to }) => featureOf(to) === undefined || featureOf(to) === featureOf(from),
  },
  {
    says: 'calls to the server do not know what shows them, and primitives make no calls',
    files: /^client\/src\/(api|components\/ui)\//,
    except: tests,
    allows: ({ from, to }) =>
      !to.startsWith(from.startsWith('client/src/api/') ? 'client/src/components/' : 'client/src/api/'),
  },
  {
    says: 'production code never imports testing/',
    files: /^client\/src\//,
    except: tests,
    allows: ({ to }) => !to.startsWith('client/src/testing/'),
  },
  {
    says: 'the client takes from the tables their types alone',
    files: /^client\//,
    except: tests,
    allows: ({ to, kind }) => to !== 'shared/schema.ts' || kind === 'type',
  },
];
