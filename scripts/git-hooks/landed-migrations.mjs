// Compares the list of landed migrations with that of the base branch: an edited migration passes the check of its hash
// (tests/architecture/migrations.test.ts) where the list is edited with it. As a program: `landed-migrations.mjs <base>`
// compares what is checked out.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const LANDED = 'server/platform/database/migrations/landed.json';

/** @param {string[]} args @returns {string | null} null where Git has no such object */
function gitText(args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  return status === 0 ? stdout : null;
}

/**
 * @param {string | null} before the list of the base branch; null where it has none
 * @param {string | null} now
 * @returns {string[]} what is not as it landed
 */
export function changedMigrations(before, now) {
  if (before === null) return [];
  if (now === null) return [`${LANDED}: the list of landed migrations is gone`];
  const hashes = JSON.parse(now);
  return Object.entries(JSON.parse(before))
    .filter(([path, hash]) => hashes[path] !== hash)
    .map(([path]) => `${LANDED}: ${path} has landed and stays as it is: add a new migration`);
}

/** @returns {string | null} where this branch left the base branch; null where neither is known */
export function baseOf() {
  for (const branch of ['origin/main', 'main']) {
    const base = gitText(['merge-base', 'HEAD', branch]);
    if (base !== null) return base.trim();
  }
  return null;
}

/** @param {string} commit @returns {string | null} */
export const landedAt = (commit) => gitText(['show', `${commit}:${LANDED}`]);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [base = ''] = process.argv.slice(2);
  // A base that is not there would let everything pass.
  if (gitText(['rev-parse', '--verify', '--quiet', `${base}^{commit}`]) === null) {
    process.stderr.write(`landed-migrations: there is no commit “${base}” to compare with\n`);
    process.exitCode = 2;
  } else {
    const problems = changedMigrations(landedAt(base), readFileSync(LANDED, 'utf8'));
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
}
