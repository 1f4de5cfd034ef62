import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

/** Functions that remove what has expired or was deleted, by their names. */
const PURGES =
  /^export (?:async )?(?:function\*? |const )((?:purge|deleteExpired|deleteEnded|deleteOld|deleteUnused|dropPurged|dropUnused|thin)[A-Z]\w*)/gm;
const IMPORT = /\bfrom\s*['"]([#.][^'"]+)['"]/g;

/** Those that something else runs, and what. */
const OTHERS: Record<string, string> = {
  dropUnusedColumns: 'the job that changes a column, after and before it',
  dropUnusedValueColumns: 'dropUnusedColumns',
  purgeForm: 'somebody deletes a trashed form for good',
  purgeItem: 'somebody deletes a trashed item for good',
  purgeSpace: 'somebody deletes a trashed space for good',
  purgeDeletedSpace: 'one space: of the handler in the same file, or of a request',
};

const files = new Map(sources('server').map(({ path, text }) => [path, text]));

function importsOf(path: string): string[] {
  return [...(files.get(path) ?? '').matchAll(IMPORT)].map(([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : normalize(join(dirname(path), from)),
  );
}

/** The registry of purge handlers, with all that it leads to. */
function reached(): Set<string> {
  const seen = new Set(['server/purge.ts']);
  for (const path of seen) for (const target of importsOf(path)) if (files.has(target)) seen.add(target);
  return seen;
}

describe('expired and deleted data', () => {
  const run = reached();
  const purges = [...files].flatMap(([path, text]) =>
    [...text.matchAll(PURGES)].map(([, name = '']) => ({ name, path })),
  );
  const callers = (name: string) => new RegExp(`\\b${name}\\b`);
  const unregistered = purges.filter(
    ({ name, path }) => ![...run].some((one) => one !== path && callers(name).test(files.get(one) ?? '')),
  );

  it('is purged by a handler of the registry', () => {
    expect(purges.length).toBeGreaterThan(15);
    expect(
      unregistered.filter(({ name }) => !(name in OTHERS)).map(({ name, path }) => `${path}: ${name}`),
    ).toEqual([]);
  });

  it('has no exception that nothing needs', () => {
    expect(Object.keys(OTHERS).filter((name) => !unregistered.some((one) => one.name === name))).toEqual([]);
  });
});
