import type { Import } from './structure.ts';

const tests = /\.test\.tsx?$|^client\/src\/testing\//;
const clientFeatureOf = (path: string) =>
  /^client\/src\/features\/([^/]+)\//.exec(path)?.[1];

/** A folder may not import one with a higher rank. */
function rank(path: string): number {
  const folder = /^client\/src\/([^/]+)\//.exec(path)?.[1] ?? 'main';
  return (
    { lib: 0, api: 1, components: 1, review: 2, drafting: 3, features: 4, app: 5 }[
      folder
    ] ?? 6
  );
}

const clientRules: ImportRule[] = [
  {
    says: 'the client knows nothing of the server or of Node',
    files: /^client\/src\//,
    except: tests,
    allows: ({ to }) => !/^(server\/|node:)/.test(to),
  },
  {
    says: 'imports on the client go app → features → drafting → review → components, api → lib',
    files: /^client\/src\//,
    except: tests,
    allows: ({ from, to, isOurs }) =>
      !isOurs || !to.startsWith('client/') || rank(to) <= rank(from),
  },
  {
    says: 'no feature imports another',
    files: /^client\/src\/features\//,
    except: tests,
    allows: ({ from, to }) =>
      clientFeatureOf(to) === undefined || clientFeatureOf(to) === clientFeatureOf(from),
  },
  {
    says: 'calls to the server do not know what shows them, and primitives make no calls',
    files: /^client\/src\/(api|components\/ui)\//,
    except: tests,
    allows: ({ from, to }) =>
      from.startsWith('client/src/api/')
        ? !/^client\/src\/(components|review|drafting)\//.test(to)
        : !to.startsWith('client/src/api/'),
  },
  {
    says: 'the client takes from the tables their types alone',
    files: /^client\//,
    except: tests,
    allows: ({ to, kind }) => to !== 'shared/schema.ts' || kind === 'type',
  },
];

const notProduction = /\.test\.ts$|^server\/(testing|bench|eval|sandbox)\//;
const entries = /^server\/(main|dev)\.ts$/;

const isPackage = (name: string) => (edge: Import) =>
  !edge.isOurs && (edge.to === name || edge.to.startsWith(`${name}/`));
const isExpress = isPackage('express');
const isDrizzle = isPackage('drizzle-orm');
const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1];
const isRole = (path: string, ...roles: string[]) =>
  roles.some((role) => path.endsWith(`.${role}.ts`));

/**
 * providers/youtube/youtube.ts is the interface; every other file in that folder belongs
 * to the real client.
 */
const isProviderInside = (path: string) =>
  /^server\/providers\//.test(path) && !/^server\/providers\/([^/]+)\/\1\.ts$/.test(path);

function onlyIn(says: string, place: RegExp, packages: string[]): ImportRule {
  const tests = packages.map(isPackage);
  return {
    says,
    files: /^(server|shared|client)\//,
    except: new RegExp(`${place.source}|${notProduction.source}`),
    allows: (edge) => !tests.some((matches) => matches(edge)),
  };
}

/**
 * Returns whether a feature may use this file of another one: services, rules, views
 * (types) and, in routes and presenters, presenters.
 */
function mayCrossFeatures({ from, to }: Import): boolean {
  if (featureOf(to) === undefined || featureOf(from) === featureOf(to)) return true;
  if (isRole(to, 'presenter')) return isRole(from, 'routes', 'presenter');
  return isRole(to, 'service', 'rules', 'view');
}

/** The other features that each feature may use. */
const directions: Record<string, readonly string[]> = {
  analytics: ['videos'],
  auth: [],
  comments: ['videos'],
  drafting: ['comments', 'language-model', 'videos', 'voice'],
  following: ['comments', 'quota', 'videos', 'voice'],
  'language-model': [],
  notices: [],
  outcomes: ['auth', 'comments', 'quota', 'videos'],
  publishing: ['auth', 'comments', 'outcomes', 'quota', 'videos'],
  quota: ['auth'],
  setup: ['auth', 'drafting', 'language-model', 'quota', 'videos'],
  videos: ['auth', 'quota', 'voice'],
  voice: ['language-model'],
};

const isAllowedDirection = (from: string | undefined, to: string | undefined) =>
  from === undefined ||
  to === undefined ||
  from === to ||
  (directions[from] ?? []).includes(to);

const serverRules: ImportRule[] = [
  {
    says: 'the server knows nothing of the client',
    files: /^server\//,
    allows: ({ to }) => !to.startsWith('client/'),
  },
  {
    says: 'production code never imports testing/, bench/ or eval/',
    files: /^(server|client\/src)\//,
    except: new RegExp(`${notProduction.source}|${tests.source}`),
    allows: ({ to }) =>
      !/^(server\/(testing|bench|eval)|client\/src\/testing)\//.test(to),
  },
  {
    says: 'the sandbox is reached only by the entries, with one dynamic import',
    files: /^server\//,
    except: notProduction,
    allows: ({ from, to, kind }) =>
      !to.startsWith('server/sandbox/') || (entries.test(from) && kind === 'dynamic'),
  },
  {
    says: 'the sandbox stands alone: it imports only itself, shared/, the clock and the lock of a folder',
    files: /^server\/sandbox\//,
    except: /\.test\.ts$/,
    allows: ({ to, isOurs }) =>
      !isOurs ||
      /^(server\/sandbox\/|shared\/|server\/(core\/clock|db\/folder-lock)\.ts$)/.test(to),
  },
  {
    says: 'only the entries import app/, which may import anything',
    files: /^server\//,
    except: new RegExp(`${notProduction.source}|${entries.source}|^server/app/`),
    allows: ({ to }) => !to.startsWith('server/app/'),
  },
  {
    says: 'routes speak to services, never to repositories, providers or the database',
    files: /\.routes\.ts$/,
    except: /^server\/sandbox\//,
    allows: (edge) =>
      !isRole(edge.to, 'repository') &&
      !/^server\/(providers|db)\//.test(edge.to) &&
      !isDrizzle(edge),
  },
  {
    says: 'in a feature only routes know HTTP and only repositories know SQL',
    files: /^server\/features\/.*(?<!\.(routes|repository))\.ts$/,
    // Passport's parts are HTTP code by nature; the services in the same folder are not.
    except: /\.test\.ts$|^server\/features\/auth\/.*(?<!\.service)\.ts$/,
    allows: (edge) =>
      !isExpress(edge) && !isDrizzle(edge) && !/^server\/(http|db)\//.test(edge.to),
  },
  {
    says: 'nothing below the routes imports routes',
    files: /^server\/(features|providers|jobs|db)\//,
    except: /\.test\.ts$/,
    allows: ({ to }) => !isRole(to, 'routes'),
  },
  {
    says: 'a repository only queries: it calls no service and no provider',
    files: /\.repository\.ts$/,
    allows: (edge) =>
      !isRole(edge.to, 'service', 'presenter') &&
      !isProviderInside(edge.to) &&
      !isExpress(edge),
  },
  {
    says: 'rules are pure: no input or output, nothing that has a state, only libraries that are pure too',
    files: /\.rules\.ts$/,
    allows: ({ to, isOurs }) =>
      isOurs
        ? !isRole(to, 'service', 'repository', 'routes', 'presenter') &&
          !/^server\/(db|http|jobs)\//.test(to)
        : /^(zod|node:crypto|linkify-it|tlds|csv-parse\/sync|chardet|entities|htmlparser2|jsonrepair)$/.test(
            to,
          ),
  },
  {
    says: 'features see of a provider its interface alone',
    files: /^server\/(features|jobs|http|db)\//,
    except: /\.test\.ts$/,
    allows: ({ to }) => !isProviderInside(to),
  },
  {
    says: 'a feature uses another one through its services, rules, views and presenters',
    files: /^server\/features\//,
    except: /\.test\.ts$/,
    allows: mayCrossFeatures,
  },
  {
    says: 'features use one another in these directions only, and so form no circle',
    files: /^server\/features\//,
    except: /\.test\.ts$/,
    allows: ({ from, to }) => isAllowedDirection(featureOf(from), featureOf(to)),
  },
  {
    says: 'jobs call services',
    files: /^server\/jobs\//,
    except: /\.test\.ts$/,
    allows: ({ to }) =>
      featureOf(to) === undefined || !isRole(to, 'repository', 'routes', 'presenter'),
  },
  {
    says: 'what many features share does not know them',
    files: /^server\/(config|core|http|db|providers|text)\//,
    except: /\.test\.ts$/,
    allows: ({ to }) => featureOf(to) === undefined,
  },
  {
    says: 'the scripts before npm’s own run on any Node, with its own modules alone',
    files: /^server\/prepare\/.*\.js$/,
    allows: ({ to, isOurs }) =>
      isOurs ? to.startsWith('server/prepare/') : to.startsWith('node:'),
  },
  onlyIn('googleapis, openai and ollama live under providers/', /^server\/providers\//, [
    'googleapis',
    'openai',
    'ollama',
  ]),
  onlyIn('passport lives under features/auth', /^server\/features\/auth\//, [
    'passport',
    'passport-google-oauth20',
  ]),
  onlyIn(
    'SQL lives in repositories, in db/ and in shared/schema.ts',
    /\.repository\.ts$|^server\/db\/|^shared\//,
    ['drizzle-orm', 'pg', '@electric-sql/pglite'],
  ),
];

/** The files that may read the environment; all other code receives a Config. */
export const mayReadEnv =
  /^server\/(config\/config\.ts|prepare\/|testing\/|bench\/|eval\/main\.ts|sandbox\/main\.ts)|^client\/e2e\/|\.test\.tsx?$/;

const sharedRules: ImportRule[] = [
  {
    says: 'shared/ knows neither the server nor the client',
    files: /^shared\//,
    allows: ({ to, isOurs }) => !isOurs || to.startsWith('shared/'),
  },
  {
    says: 'shared/ takes of packages zod and, for the tables, drizzle-orm',
    files: /^shared\//,
    except: /\.test\.ts$/,
    allows: ({ from, to, isOurs }) =>
      isOurs ||
      to === 'zod' ||
      (from === 'shared/schema.ts' && /^drizzle-orm(\/pg-core)?$/.test(to)),
  },
];

const rules = [...sharedRules, ...serverRules, ...clientRules];

/** Returns one sentence for each import that breaks a rule. */
export function findWrongImports(imports: readonly Import[]): string[] {
  return imports.flatMap((edge) =>
    rules
      .filter(({ files, except }) => files.test(edge.from) && !except?.test(edge.from))
      .filter(({ allows }) => !allows(edge))
      .map(({ says }) => `${edge.from} → ${edge.to}: ${says}`),
  );
}

/** A rule about imports; `says` is the sentence that reports a violation. */
interface ImportRule {
  readonly says: string;
  readonly files: RegExp;
  readonly except?: RegExp;
  readonly allows: (edge: Import) => boolean;
}
