import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { sources } from './sources.ts';

/** What is loaded with a page, before anybody does anything. Dialogs, which check what is typed, are loaded on use. */
const SCREENS = [
  'components/layout/AppLayout.tsx',
  'components/hub/home/HubHome.tsx',
  'components/space/items/SpaceScreen.tsx',
  'components/space/item/ItemScreen.tsx',
  'components/table/TableView.tsx',
  'components/table/contacts/ContactList.tsx',
  'components/forms/responses/SubmissionsTab.tsx',
];

const IMPORT = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)';$/gms;

/** The imports, not of types alone, by which a file loads the schemas of the contract; null where it does not. */
function importsToSchemas(start: string, texts: ReadonlyMap<string, string>): string[] | null {
  const before = new Map<string, string | null>([[start, null]]);
  for (const path of before.keys()) {
    for (const [, specifier = ''] of (texts.get(path) ?? '').matchAll(IMPORT)) {
      if (specifier === 'zod') {
        const chain = ['zod'];
        for (let at: string | null = path; at !== null; at = before.get(at) ?? null) chain.unshift(at);
        return chain;
      }
      const next = specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(path), specifier));
      if (texts.has(next) && !before.has(next)) before.set(next, path);
    }
  }
  return null;
}

it('loads no schema of the API with a page: they weigh 37 kB', () => {
  const texts = new Map(
    sources('components', 'context', 'services', 'lib', 'locales', 'styles').map(({ path, text }) => [
      path,
      text,
    ]),
  );
  for (const screen of SCREENS) {
    expect(texts.has(screen), screen).toBe(true);
    expect(importsToSchemas(screen, texts)).toBeNull();
  }
});
