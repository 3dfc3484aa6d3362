// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// Covers the lock file, and the parts of package.json that npm compares with it.
/** @param {string} root */
export function packagesFingerprint(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } =
    manifest;
  return createHash('sha256')
    .update(
      JSON.stringify({
        dependencies,
        devDependencies,
        optionalDependencies,
        overrides,
        allowScripts,
      }),
    )
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

const built = [
  'client',
  'server',
  'shared',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const notBuilt = [
  /\.test\.tsx?$/,
  /^client\/e2e$/,
  /^client\/src\/testing$/,
  /^server\/(bench|deploy|docs|prepare|testing)$/,
];

// Covers every file that the build can read, and so no tests, documents or development
// helpers.
/** @param {string} root */
export function buildFingerprint(root) {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ path) => {
    if (notBuilt.some((pattern) => pattern.test(path)) || !existsSync(join(root, path)))
      return;
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
      return;
    }
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  };
  for (const path of built) visit(path);
  return hash.digest('hex');
}
