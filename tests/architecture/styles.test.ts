import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, readHex } from '#lib/forms/color.ts';
import { themeCss } from '#styles/theme-css.ts';
import { below, COLORS, from } from '#styles/tokens.ts';
import { ROOT, sources, styleSheets } from './sources.ts';

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;
const TYPES = /^import type [^;]*;/gm;

/** A path of the project that a source imports, or a package's name. */
function target(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier;
}

/** Everything that a file may come to load, at once or later, each with who imports it. */
function reached(entry: string): Map<string, string> {
  const found = new Map([[entry, '']]);
  for (const path of found.keys()) {
    if (!/\.tsx?$/.test(path) || !existsSync(join(ROOT, path))) continue;
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(TYPES, '');
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const next = target(path, specifier);
      if (!found.has(next)) found.set(next, path);
    }
  }
  return found;
}

describe('the page that fills a form', () => {
  const all = reached('pages/f/[slug].tsx');

  it('is looked through to its last field', () => {
    expect([...all.keys()]).toContain('components/fields/OptionCombobox.tsx');
    expect(reached('pages/auth/signin.tsx').has('styled-components')).toBe(true);
  });

  it.each(['styled-components', 'react-intl', 'antd'])('carries no %s', (name) => {
    expect(all.get(name)).toBeUndefined();
  });
});

/** White in every scheme: cameras read dark on light. */
const COLOURS_OF_THEIR_OWN: Record<string, string[]> = {
  'components/forms/fill/ContinueOnDevice.module.css': ['#fff'],
};
const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^)]*\)/gi;
const THEME = 'styles/theme.css';
const widths = ['xs', 'sm', 'md', 'lg', 'xl', 'xxl'] as const;

describe('files of styles', () => {
  const screens = sources('components', 'pages');
  const modules = styleSheets('components', 'pages');
  const written = [...modules, ...styleSheets('styles').filter(({ path }) => path !== THEME)];

  it('have the variables that the tokens make', () => {
    expect(readFileSync(join(ROOT, THEME), 'utf8')).toBe(themeCss());
  });

  it.each(written.map(({ path, text }) => [path, text]))(
    '%s has no look but that of the tokens',
    (path, text) => {
      const colours = [...text.matchAll(COLOUR)].map(([found]) => found);
      expect(colours).toEqual(COLOURS_OF_THEIR_OWN[path] ?? []);
      const known = themeCss();
      const variables = [...text.matchAll(/var\((--hk-[\w-]+)\)/g)].map(([, name = '']) => name);
      expect(variables.filter((name) => !known.includes(`${name}:`))).toEqual([]);
      const allowed = widths.flatMap((name) => [below(name), from(name)]);
      const queries = [...text.matchAll(/@media \([a-z]+-width[^)]*\)/g)].map(([media]) => media);
      expect(queries.filter((media) => !allowed.includes(media))).toEqual([]);
    },
  );

  it.each(modules.map(({ path, text }) => [path, text]))('%s has the classes that are used', (path, text) => {
    const used = screens.flatMap((source) => {
      const [, name] =
        [...source.text.matchAll(/^import (\w+) from '([^']+)';/gm)].find(
          ([, , specifier = '']) => target(source.path, specifier) === path,
        ) ?? [];
      if (!name) return [];
      return [...source.text.matchAll(new RegExp(`(?<![\\w/])${name}\\.(\\w+)`, 'g'))].map(
        ([, one = '']) => one,
      );
    });
    const bare = text.replaceAll(/\/\*.*?\*\//gs, '');
    const classes = [...bare.matchAll(/(?<![\w)\d])\.([a-z]\w*)/gi)].map(([, one = '']) => one);
    expect(new Set(used)).toEqual(new Set(classes));
  });
});

describe("a board's list", () => {
  const hex = (value: string) => readHex(value) ?? '#000000';

  it.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('stands out from the page and from its cards, with readable text, in %s mode', (_, scheme) => {
    const list = hex(COLORS.listFill[scheme]);
    expect(contrast(list, hex(COLORS.page[scheme]))).toBeGreaterThan(1.08);
    expect(contrast(list, hex(COLORS.surface[scheme]))).toBeGreaterThan(1.07);
    expect(contrast(list, hex(COLORS.quiet[scheme]))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(list, hex(COLORS.fieldLine[scheme]))).toBeGreaterThanOrEqual(3);
  });
});
