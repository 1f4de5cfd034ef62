import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './sources.ts';

type Packages = Record<string, string>;
type Manifest = Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Packages>;
const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const lock: { packages: Record<string, { license?: string }> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);
const versions = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };

/** The rows of the tables in docs/dependencies.md that begin with a package. */
const rows = readFileSync(join(ROOT, 'docs', 'dependencies.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', ...cells] = line.split('|').map((cell) => cell.trim());
    if (!line.startsWith('| `')) return [];
    const [version = '', licence = '', size = '', why = '', instead = ''] = cells;
    return [{ name: name.replaceAll('`', ''), version, licence, size, why, instead }];
  });

describe('docs/dependencies.md', () => {
  it('lists exactly the direct dependencies, each once, with the version and licence in use', () => {
    const listed = rows.map(({ name, version, licence }) => `${name} ${version} ${licence}`);
    const used = Object.entries(versions).map(
      ([name, version]) => `${name} ${version} ${lock.packages[`node_modules/${name}`]?.license}`,
    );
    expect(listed.toSorted()).toEqual(used.toSorted());
  });

  it('states of each its size, what it is for, and what it replaces', () => {
    const incomplete = rows.filter(
      ({ size, why, instead }) => !/^(?:[\d.]+ [kM]B|–)$/.test(size) || why.length < 5 || instead === '',
    );
    expect(incomplete.map(({ name }) => name)).toEqual([]);
  });
});
