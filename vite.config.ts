import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';

const root = import.meta.dirname;

/** Maps for vendor code would only cost start-up time. */
const withoutVendorMap: Plugin = {
  name: 'without-vendor-map',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  generateBundle(_, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!name.startsWith('vendor')) continue;
      if (file.type === 'chunk') file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
      else if (name.endsWith('.map')) delete bundle[name];
    }
  },
};

/** An ESM import of node:http reads its WebSocket too, which loads undici: 35 ms and 13 MB. */
const httpWithoutUndici: Plugin = {
  name: 'http-without-undici',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  resolveId: (id) => (/^(node:)?http$/.test(id) ? '\0http' : null),
  load: (id) => (id === '\0http' ? "module.exports = process.getBuiltinModule('node:http');" : null),
};

/**
 * Only the server writes JSON Schema; Zod's writer would be a twentieth of the first script. Without it a
 * schema in the browser tells neither its minValue nor its maxValue.
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

/** Under the CSP Zod never compiles; its compiler would only be loaded. */
const zodWithoutCompiler: Plugin = {
  name: 'zod-without-compiler',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => code.replaceAll('core.$ZodObjectJIT', 'core.$ZodObject'),
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

/** Painted while the scripts still load. */
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

/** Text is drawn in these two before any style is read; the other alphabets load when a page needs them. */
const latinFonts: Plugin = {
  name: 'latin-fonts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /\/(inter|source-serif-4)-latin-wght-normal-.*\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
          injectTo: 'head-prepend',
        })),
  },
};

export default defineConfig({
  root: join(root, 'client'),
  plugins: [
    react(),
    tailwind(),
    shellInPage,
    latinFonts,
    httpWithoutUndici,
    zodWithoutJsonSchema,
    zodWithoutCompiler,
    withoutVendorMap,
    compressedAhead,
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: join(root, 'dist/client'),
        emptyOutDir: true,
        rolldownOptions: {
          // One chunk: browsers hold six connections, and the last of many waits.
          output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
        },
      },
    },
    ssr: {
      // PGlite finds its WebAssembly files beside itself, so it stays in node_modules.
      resolve: { noExternal: true, external: ['@electric-sql/pglite'] },
      build: {
        outDir: join(root, 'dist/server'),
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: join(root, 'server/main.ts'), backup: join(root, 'server/backup/main.ts') },
          output: {
            // Beside main.js, so that paths from import.meta.dirname hold as in server/*/.
            chunkFileNames: '[name].js',
            sourcemapExcludeSources: true,
            // Drizzle's PGlite driver imports PGlite: PostgreSQL's users must not load it.
            codeSplitting: {
              groups: [{ name: 'vendor', test: /node_modules\/(?!drizzle-orm\/pglite)/, entriesAware: true }],
            },
          },
        },
      },
    },
  },
});
