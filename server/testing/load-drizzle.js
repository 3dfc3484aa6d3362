import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

// Every worker loads most of the server, so compiled code is cached.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));

/**
 * Node reads a package's package.json for each of its modules. Drizzle's has 180 kB and
 * is read for hundreds of modules, which took half a second in each test process. All of
 * Drizzle's relative imports lead to ES modules, so package.json need not be read.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    return specifier.startsWith('.') && parentURL.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
