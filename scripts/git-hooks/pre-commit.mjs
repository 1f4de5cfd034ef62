// The pre-commit hook: lints and formats staged files, and refuses what must not be committed. No network, no
// build; types and tests are up to `npm test`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseOf, changedMigrations, LANDED, landedAt } from './landed-migrations.mjs';
import { forbiddenLines, tooLargeFiles } from './staged-problems.mjs';

/** Paths per command, because the length of a command line is limited. */
const FILE_BATCH = 500;
/** Files that the linter's configuration depends on. */
const SETTINGS = ['biome.json', 'package.json', 'tsconfig.json'];

/** @param {string[]} args @param {string} [input] @returns {string} */
function git(args, input) {
  const { status, stdout, stderr, error } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr ?? error?.message}`);
  return stdout;
}

const paths = (text) => text.split('\0').filter((path) => path !== '');
const stagedPaths = () => paths(git(['diff', '--cached', '--name-only', '--diff-filter=ACMRT', '-z']));

/** The regular files among these paths in the index: no links, no submodules. */
function stagedFiles(wanted) {
  if (wanted.length === 0) return [];
  const known = new Set(wanted);
  const entries = paths(git(['ls-files', '--stage', '-z'])).flatMap((entry) => {
    const [, mode, id, path] = /^(\d+) (\S+) \d\t([\s\S]*)$/.exec(entry) ?? [];
    return mode?.startsWith('100') && known.has(path) ? [{ path, id }] : [];
  });
  const sizes = git(
    ['cat-file', '--batch-check=%(objectsize)'],
    entries.map(({ id }) => `${id}\n`).join(''),
  ).split('\n');
  return entries.map(({ path }, at) => ({ path, bytes: Number(sizes[at]) }));
}

/**
 * Runs the linter on the staged contents, which may differ from the working tree: copied to a temporary
 * folder.
 * @param {string[]} files @returns {boolean} whether it reports no problem
 */
function isLinted(files) {
  const biome = join(process.cwd(), 'node_modules', '.bin', 'biome');
  if (!existsSync(biome)) {
    process.stderr.write('pre-commit: not linted, since Biome is not installed (npm ci)\n');
    return true;
  }
  const folder = mkdtempSync(join(tmpdir(), 'hubkeep-pre-commit-'));
  try {
    // The settings may be staged themselves; no path may occur twice.
    const wanted = new Set([...files, ...paths(git(['ls-files', '-z', '--', ...SETTINGS]))]);
    git(['checkout-index', '-z', '--stdin', `--prefix=${folder}/`], [...wanted].join('\0'));
    const batches = Array.from({ length: Math.ceil(files.length / FILE_BATCH) }, (_, n) =>
      files.slice(n * FILE_BATCH, (n + 1) * FILE_BATCH),
    );
    const options = ['--vcs-enabled=false', '--no-errors-on-unmatched', '--diagnostic-level=error'];
    return batches
      .map((batch) =>
        spawnSync(biome, ['check', ...options, '--', ...batch], {
          cwd: folder,
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      )
      .every(({ status }) => status === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.chdir(git(['rev-parse', '--show-toplevel']).trim());
const files = stagedFiles(stagedPaths());
// Fixtures may contain forbidden text on purpose.
const source = ['--', '.', ':(exclude)tests/fixtures'];
const diff = git([
  'diff',
  '--cached',
  '--unified=0',
  '--no-prefix',
  '--no-color',
  '--no-ext-diff',
  ...source,
]);
/** Migrations that the base branch has, and this commit would change; nothing where no base branch is known. */
function changedLanded() {
  const base = baseOf();
  if (base === null || !paths(git(['diff', '--cached', '--name-only', '-z'])).includes(LANDED)) return [];
  // The index, which is empty of it where it is deleted.
  const isStaged = git(['ls-files', '--', LANDED]) !== '';
  return changedMigrations(landedAt(base), isStaged ? git(['show', `:${LANDED}`]) : null);
}

const problems = [...forbiddenLines(diff), ...tooLargeFiles(files), ...changedLanded()];
for (const problem of problems) process.stderr.write(`${problem}\n`);
const linted = isLinted(files.map(({ path }) => path));
if (!linted) process.stderr.write('pre-commit: `npm run format` mends most of it; stage it again.\n');
process.exitCode = problems.length === 0 && linted ? 0 : 1;
