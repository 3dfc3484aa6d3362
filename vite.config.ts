import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';

const root = import.meta.dirname;

/** Source maps of packages would only make the start slower. */
const withoutVendorMap: Plugin = {
  name: 'without-vendor-map',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  generateBundle(_, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!name.startsWith('vendor')) continue;
      if (file.type === 'chunk')
        file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
      else if (name.endsWith('.map')) delete bundle[name];
    }
  },
};

/**
 * An ESM import of node:http also reads its WebSocket export, which loads undici: 35 ms
 * and 13 MB.
 */
const httpWithoutUndici: Plugin = {
  name: 'http-without-undici',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  resolveId: (id) => (/^(node:)?http$/.test(id) ? '\0http' : null),
  load: (id) =>
    id === '\0http' ? "module.exports = process.getBuiltinModule('node:http');" : null,
};

/**
 * Only the server creates JSON Schema; Zod's code for it would be a twentieth of the
 * first script. The browser must not use `minValue` or `maxValue` of a schema, which are
 * undefined without that code.
 */
const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler: (code) =>
      [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => undefined;`)
        .join('\n'),
  },
};

/** Methods of schemas that Zod itself and @hookform/resolvers call. */
const zodsOwnMethods = ['check', 'clone', 'parse', 'parseAsync'];

/**
 * The client calls methods with these names on other objects, but never on a schema. A
 * call on a schema would work in the unit tests and fail in the built client when its
 * module loads: then remove the name here.
 */
const methodsOfOthers = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'normalize',
  'toLowerCase',
  'toUpperCase',
  'encode',
  'decode',
  'register',
]);

/** One method in a list of methods in Zod's schemas.js, with its name. */
const zodMethod =
  /^ {4}(?:(?:async|get|set) )?"?([~\w]+)"?(?:|: (?:async )?function \w+)\(.*\) \{\n[\s\S]*?^ {4}\},?\n/gm;

/**
 * Removes from Zod's schemas what the client does not use, which would be a twentieth of
 * the first script:
 * - methods that the sources of the client and its contracts never call. A bundler has
 *   to keep them all.
 * - the compiler of schemas, because the CSP forbids it.
 * - detection of cycles, because JSON has none.
 * - Zod's own error messages. Every schema of a form has messages for it.
 */
const zodWithoutUnusedParts: Plugin = {
  name: 'zod-without-unused-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler(code) {
      const sources = globSync('{client/src,shared}/**/*.{ts,tsx}', { cwd: root })
        .map((path) => readFileSync(join(root, path), 'utf8'))
        .join();
      const isCalled = (name: string) =>
        zodsOwnMethods.includes(name) ||
        (sources.includes(`.${name}(`) && !methodsOfOthers.has(name));
      return code
        .replaceAll(zodMethod, (method: string, name: string) =>
          isCalled(name) ? method : '',
        )
        .replaceAll('core.$ZodObjectJIT', 'core.$ZodObject')
        .replaceAll(/^ +_ensureDefault(?:Memoizer|Locale)\(\);\n/gm, '');
    },
  },
};

const compressedAhead: Plugin = {
  name: 'compressed-ahead',
  applyToEnvironment: (environment) => environment.name === 'client',
  writeBundle({ dir = '' }, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!/^assets\/.*\.(js|css)$/.test(name)) continue;
      const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
};

/**
 * Writes the page's frame into index.html, so that it is painted while the scripts still
 * load.
 */
const shellInPage: Plugin = {
  name: 'shell-in-page',
  apply: 'build',
  async transformIndexHtml(html) {
    if (!html.includes('<!-- shell -->')) return html;
    const { module } = await runnerImport<{ renderShell: () => string }>(
      join(root, 'client/src/app/shell.tsx'),
      { root, configFile: false, logLevel: 'error' },
    );
    return html.replace('<!-- shell -->', () => module.renderShell());
  },
};

/**
 * Preloads the two fonts in which text is shown at first; fonts for other alphabets load
 * when a page needs them.
 */
const latinFonts: Plugin = {
  name: 'latin-fonts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) =>
          /\/(inter|source-serif-4)-latin-wght-normal-.*\.woff2$/.test(name),
        )
        .map((name) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `/${name}`,
          },
          injectTo: 'head-prepend',
        })),
  },
};

export default defineConfig({
  root: join(root, 'client'),
  // React has this hook built in; wouter's package for it also serves older versions of
  // React.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [
    react(),
    tailwind(),
    shellInPage,
    latinFonts,
    httpWithoutUndici,
    zodWithoutJsonSchema,
    zodWithoutUnusedParts,
    withoutVendorMap,
    compressedAhead,
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: join(root, 'dist/client'),
        emptyOutDir: true,
        // Browsers that need it lack popovers too, which the app uses.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // One chunk, because a browser opens only six connections, and with more
          // scripts the last would have to wait.
          output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
        },
      },
    },
    ssr: {
      // PGlite looks for its WebAssembly files in its own folder, so it stays in
      // node_modules.
      resolve: { noExternal: true, external: ['@electric-sql/pglite'] },
      build: {
        outDir: join(root, 'dist/server'),
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: join(root, 'server/main.ts'),
            backup: join(root, 'server/backup/main.ts'),
          },
          output: {
            // In the same folder as main.js, so that paths from import.meta.dirname are
            // the same as in server/*/.
            chunkFileNames: '[name].js',
            sourcemapExcludeSources: true,
            // Drizzle's PGlite driver imports PGlite, which must not be loaded on
            // PostgreSQL.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(?!drizzle-orm\/pglite)/,
                  entriesAware: true,
                },
              ],
            },
          },
        },
      },
    },
  },
});
