import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrations } from '#server/platform/database/migrations/index.ts';
import { ROOT } from './sources.ts';

const FOLDER = join(ROOT, 'server', 'platform', 'database', 'migrations');
const LANDED = 'landed.json';

/** SHA-256 of each migration's files, by path. */
function hashes(): Record<string, string> {
  const paths = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(FOLDER.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => path !== LANDED && path !== 'index.ts')
    .sort();
  return Object.fromEntries(
    paths.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(FOLDER, path)))
        .digest('hex'),
    ]),
  );
}

describe('migrations', () => {
  it('are numbered from 0001 without a gap, and all of them run', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && name !== 'index.ts');
    const names = files.map((name) => name.replace(/\.ts$/, '')).sort();
    const wanted = names.map((name, n) => `${String(n + 1).padStart(4, '0')}-${name.slice(5)}`);
    expect(names, 'each has the number after the one before it').toEqual(wanted);
    expect(Object.keys(migrations), 'index.ts lists each under its file name, in order').toEqual(names);
  });

  it('are never edited once they have landed', () => {
    const landed: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, LANDED), 'utf8'));
    const now = hashes();
    const problems = [...new Set([...Object.keys(landed), ...Object.keys(now)])].flatMap((path) => {
      if (landed[path] === now[path]) return [];
      if (!landed[path]) return [`${path} is new: add "${path}": "${now[path]}" to ${LANDED}`];
      return [
        `${path} has landed, and databases that ran it will not run it again: undo the change and add a new migration`,
      ];
    });
    expect(problems).toEqual([]);
  });
});
