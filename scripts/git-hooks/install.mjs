// Installs the Git hooks of this repository; npm runs it after an installation (`prepare` in package.json).
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const HOOKS = ['pre-commit', 'commit-msg'];
const MARK = '# Installed by scripts/git-hooks/install.mjs of Hubkeep.';

/**
 * All worktrees share a hook, and a worktree may have a branch without the check, no packages, or no Node:
 * then the hook accepts the commit.
 * @param {string} name
 */
const hookScript = (name) => `#!/bin/sh
${MARK} To skip it once: git commit --no-verify
root=$(git rev-parse --show-toplevel) || exit 0
check="$root/scripts/git-hooks/${name}.mjs"
[ -f "$check" ] || exit 0
node="$root/node_modules/.bin/node"
[ -x "$node" ] || node=$(command -v node) || { echo "${name}: no Node found, nothing was checked" >&2; exit 0; }
exec "$node" "$check" "$@"
`;

/**
 * @param {string} root @param {string[]} args @returns {string | null} Git's output; null where it fails or
 * is missing
 */
function git(root, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** @param {string} path of a file or folder that may not exist yet */
function realPath(path) {
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}

/** @param {string} folder @param {string} path */
function isInside(folder, path) {
  const rest = relative(realPath(folder), realPath(path));
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

/** @param {string} path @returns {boolean} whether there is no hook, or an earlier version of ours */
function isOurs(path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return true;
  return found.isFile() && readFileSync(path, 'utf8').includes(MARK);
}

/**
 * Writes the hooks to Git's folder for them (`core.hooksPath`, else the repository's own folder). Does not
 * touch foreign hooks, or a hooks folder outside of the repository, which other repositories use too.
 * @param {string} root of the checkout
 * @returns {string[]} messages about what was not installed
 */
export function installHooks(root) {
  const top = git(root, 'rev-parse', '--show-toplevel');
  // A folder without .git, or a copy of the sources inside another repository: nothing to install.
  if (top === null || realPath(top) !== realPath(root)) return [];
  const folder = resolve(root, git(root, 'rev-parse', '--git-path', 'hooks') ?? '');
  const common = resolve(root, git(root, 'rev-parse', '--git-common-dir') ?? '.git');
  const call = (name) => `node scripts/git-hooks/${name}.mjs "$@"`;
  if (!isInside(root, folder) && !isInside(common, folder)) {
    return [
      `Git hooks were not installed: core.hooksPath is outside of this repository. Call ${HOOKS.map(call).join(' and ')} there.`,
    ];
  }
  mkdirSync(folder, { recursive: true });
  return HOOKS.flatMap((name) => {
    const path = join(folder, name);
    if (!isOurs(path))
      return [`The ${name} hook is your own, and stays. To add the check to it: ${call(name)}`];
    const script = hookScript(name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== script)
      writeFileSync(path, script, { mode: 0o755 });
    return [];
  });
}

/** A production installation has no linter, and nobody commits there or in hosted CI. */
const isForContributors = () =>
  !process.env.CI && existsSync(join(ROOT, 'node_modules', '@biomejs', 'biome', 'package.json'));

if (argv[1] && realPath(argv[1]) === realPath(fileURLToPath(import.meta.url)) && isForContributors()) {
  try {
    for (const sentence of installHooks(ROOT)) process.stdout.write(`${sentence}\n`);
  } catch (error) {
    // The installation continues without hooks.
    process.stdout.write(`Git hooks were not installed: ${error.message}\n`);
  }
}
