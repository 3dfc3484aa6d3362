// @ts-check
// Runs before the npm scripts on any Node, so it uses only Node's own modules.
// Usage: prepare.js [build [--force]]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildFingerprint, packagesFingerprint } from './fingerprint.js';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
const bin = join(root, 'node_modules/.bin');
const installMark = join(root, 'node_modules/.chime-in-installed');
const buildMark = join(root, 'dist/.chime-in-built');
const oldest = 24;

const readMark = (/** @type {string} */ path) =>
  existsSync(path) ? readFileSync(path, 'utf8') : null;

/** @type {(sentence: string) => never} */
function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Leaves out node_modules/.bin, because npm must not run on a Node that `npm ci` is about
 * to delete.
 */
const systemPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((part) => !part.endsWith(join('node_modules', '.bin')))
  .join(delimiter);

/**
 * @type {(what: string, command: string, args: string[], env: Record<string, string>) =>
 * void}
 */
function run(what, command, args, env) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.status !== 0)
    stop(`${what} failed${result.error ? `: ${result.error.message}` : '.'}`);
}

function install() {
  const wanted = packagesFingerprint(root);
  if (readMark(installMark) === wanted) return;
  process.stderr.write('Installing packages (about 20 seconds, only now) …\n');
  const flags = [
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
  ];
  run('npm ci', 'npm', ['ci', ...flags], { PATH: systemPath });
  writeFileSync(installMark, wanted);
}

/**
 * Returns the pinned Node if it exists for this platform, otherwise the machine's own.
 */
function checkNode() {
  const pinned = join(bin, 'node');
  const node = existsSync(pinned) ? pinned : 'node';
  const { stdout } = spawnSync(node, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: systemPath },
  });
  const version = /^v(\d+)/.exec(stdout ?? '');
  if (version === null)
    stop(
      `Chime In could not run ${node}. Install Node ${oldest} or newer, then try again.`,
    );
  if (Number(version[1]) < oldest) {
    stop(
      `Chime In needs Node ${oldest} or newer; this machine has ${stdout.trim()}. Install it, then try again.`,
    );
  }
  return node;
}

/** @type {(node: string, force: boolean) => void} */
function build(node, force) {
  const wanted = buildFingerprint(root);
  if (!force && readMark(buildMark) === wanted) return;
  rmSync(buildMark, { force: true });
  process.stderr.write('Building …\n');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  run(
    'The build',
    node,
    [vite, 'build', '--configLoader', 'native', '--logLevel', 'warn'],
    {
      NODE_ENV: 'production',
    },
  );
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(buildMark, wanted);
}

install();
const node = checkNode();
if (process.argv[2] === 'build') build(node, process.argv.includes('--force'));
