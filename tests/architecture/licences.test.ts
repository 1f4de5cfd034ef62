import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './sources.ts';

/** Licences that ask for no more than a notice; MPL and LGPL bind the library alone (docs/dependencies.md). */
const PERMISSIVE = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    'BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'Apache-2.0',
    'MPL-2.0',
    'Unlicense',
  ],
  ...[
    'CC0-1.0',
    'CC-BY-4.0',
    'CC-BY-3.0',
    'BlueOak-1.0.0',
    'Python-2.0',
    'PSF-2.0',
    'OFL-1.1',
    'PostgreSQL',
    'WTFPL',
    'Zlib',
  ],
]);

/** The native part of sharp, linked as a library of its own. */
const AS_A_LIBRARY: Record<string, RegExp> = { 'LGPL-3.0-or-later': /^@img\/sharp-/ };

/** Packages that say it in a file of theirs, and not in their manifest. */
const LICENCE_FILES: Record<string, { file: string; pattern: RegExp; licence: string }> = {
  'png-js': { file: 'LICENSE', pattern: /^MIT License$/m, licence: 'MIT' },
  'combine-errors': { file: 'Readme.md', pattern: /^## License\s+MIT$/m, licence: 'MIT' },
};

/** Whether an SPDX expression leaves a permissive choice. */
function isPermissive(name: string, expression: string): boolean {
  const allowed = (one: string) => PERMISSIVE.has(one) || Boolean(AS_A_LIBRARY[one]?.test(name));
  return expression
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => allowed(one.trim())));
}

type Manifest = { name: string; license?: string | { type?: string }; licenses?: { type?: string }[] };

function licenceOf({ name, license, licenses }: Manifest, path: string): string {
  const elsewhere = LICENCE_FILES[name];
  if (elsewhere && license === undefined) {
    return elsewhere.pattern.test(readFileSync(join(ROOT, path, elsewhere.file), 'utf8'))
      ? elsewhere.licence
      : '';
  }
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? '';
}

describe('dependencies', () => {
  const lock: { packages: Record<string, { dev?: boolean; devOptional?: boolean }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  const shipped = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(ROOT, path, 'package.json')))
    .map(([path]) => path);

  it('that are shipped carry a permissive licence', () => {
    expect(shipped.length).toBeGreaterThan(50);
    const wrong = shipped.flatMap((path) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
      const licence = licenceOf(manifest, path);
      return isPermissive(manifest.name, licence) ? [] : [`${manifest.name}: ${licence || 'no licence'}`];
    });
    expect(wrong).toEqual([]);
  });
});
