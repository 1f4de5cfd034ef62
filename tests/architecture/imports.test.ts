import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODE_FOLDERS, files, ROOT, sources } from './sources.ts';

/** What each folder may import (ARCHITECTURE.md): pages → components → context/services → lib ← server. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: ['lib'],
  locales: ['locales', 'lib'],
  styles: ['styles', 'lib'],
  services: ['services', 'lib'],
  context: ['context', 'services', 'lib', 'locales', 'styles'],
  components: ['components', 'context', 'services', 'lib', 'locales', 'styles'],
  pages: ['pages', 'components', 'context', 'services', 'lib', 'locales', 'styles'],
  server: ['server', 'lib'],
};

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

/** `services/api.ts` takes the types of the routes from the server, and nothing that runs. */
const TYPES_OF_ROUTES = "import type { ApiRoute } from '#server/routes.ts';";

/** The project's own folders and files that a source imports. */
function ownImports({ path, text }: { path: string; text: string }): string[] {
  const judged = path === 'services/api.ts' ? text.replace(TYPES_OF_ROUTES, '') : text;
  return [...judged.matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('#')) return [specifier.slice(1)];
    return specifier.startsWith('.') ? [normalize(join(dirname(path), specifier))] : [];
  });
}

describe('imports follow one direction', () => {
  it.each(Object.entries(MAY_IMPORT))('%s imports from %j alone', (folder, allowed) => {
    const wrong = sources(folder).flatMap((source) =>
      ownImports(source)
        .filter((target) => !allowed.includes(target.split('/')[0] ?? ''))
        .map((target) => `${source.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('services call the API by the types of its routes', () => {
    const exempt = ['services/api.ts', 'services/http.ts'];
    const untyped = sources('services').filter(
      ({ path, text }) =>
        !exempt.includes(path) &&
        /import \{[^}]*\b(?:get|getPage|post|put|patch|remove|postMultipart|apiClient)\b[^}]*\} from '\.\/http\.ts'/.test(
          text,
        ),
    );
    expect(untyped.map(({ path }) => path)).toEqual([]);
  });

  it('pages call the API by the types of its routes', () => {
    const untyped = [...sources('pages'), ...sources('components')].filter(({ text }) =>
      /\bapi<(?!never>)/i.test(text),
    );
    expect(untyped.map(({ path }) => path)).toEqual([]);
  });

  it('lib reaches for nothing outside the program', () => {
    const wrong = sources('lib').flatMap(({ path, text }) =>
      [...text.matchAll(IMPORT)]
        .map(([, specifier = '']) => specifier)
        .filter((specifier) => specifier.startsWith('node:'))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** Texts that only the server's code holds. */
const SERVER_MARKERS = [
  'pg_try_advisory_lock',
  'graphile_worker',
  'DATABASE_URL',
  'SECRET_KEY',
  'password_hash',
];

describe('the built bundle', () => {
  const folder = join(ROOT, process.env.HUBKEEP_BUILD_DIR ?? '.next', 'static');

  it.skipIf(!existsSync(folder))('sends nothing of the server to the browser', () => {
    const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    expect(scripts.length).toBeGreaterThan(0);
    const found = scripts.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return SERVER_MARKERS.filter((marker) => text.includes(marker)).map(
        (marker) => `${name} holds ${marker}`,
      );
    });
    expect(found).toEqual([]);
  });

  it('would show the markers if the server were in it', () => {
    const server = sources('server')
      .map(({ text }) => text)
      .join('\n');
    for (const marker of SERVER_MARKERS) expect(server).toContain(marker);
  });
});

it('no test replaces a module that the files after it share', () => {
  // docs/decisions/0103-test-files-share-their-modules.md: a module that is loaded already is not replaced either.
  const wrong = files(/\.test\.tsx?$/, [...CODE_FOLDERS, 'tests']).filter(
    ({ text }) =>
      /\bvi\.mock\(/.test(text) || (/\bvi\.doMock\(/.test(text) && !/\bvi\.resetModules\(/.test(text)),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
