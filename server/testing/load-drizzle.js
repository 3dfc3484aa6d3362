import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

// Each worker loads most of the server.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));

/**
 * Node reads a package's description for each of its modules. Drizzle's has 180 kB and hundreds of modules: that took
 * half a second of each test process. They are all ES modules beside each other.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    return specifier.startsWith('.') && parentURL.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
