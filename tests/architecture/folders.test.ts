import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, type Source, sources } from './sources.ts';

const FOLDERS = ['server', 'components', 'lib', 'services', 'context', 'pages', 'locales', 'styles'];
/** More folders side by side than this are a list that nobody reads. */
const FOLDERS_MAX = 15;

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]((?:#|\.)[^'"]+)['"]/g;

/** Files that import each other by their nature: a field has a form, which has fields. Nothing is added without such a reason. */
const RECURSIVE = [
  [
    'components/fields/FieldEditor.tsx',
    'components/fields/FieldList.tsx',
    'components/fields/FormValueEditor.tsx',
    'components/fields/NestedForm.tsx',
    'components/fields/RecordField.tsx',
  ],
];

type Edge = { from: string; to: string };

/** Which file imports which, types included. */
function importsOf(all: readonly Source[]): Edge[] {
  const known = new Set(all.map(({ path }) => path));
  return all.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) => {
      const to = specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(path), specifier));
      return known.has(to) ? [{ from: path, to }] : [];
    }),
  );
}

/** The groups of nodes that reach each other (Tarjan's algorithm), each with one of its ways round. */
function cycles(edges: readonly Edge[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    let low = order.size;
    order.set(node, low);
    stack.push(node);
    const own = low;
    for (const { to } of next.get(node) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? low);
    }
    lowest.set(node, low);
    if (low === own) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) found.push(group);
    }
    return low;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}

const folderAt = (path: string, depth: number): string => dirname(path).split('/').slice(0, depth).join('/');

describe('folders', () => {
  const all = sources(...FOLDERS);
  const edges = importsOf(all);
  const deepest = Math.max(...all.map(({ path }) => path.split('/').length - 1));

  it('imports only domains above one’s own in ARCHITECTURE.md', () => {
    const table = readFileSync('ARCHITECTURE.md', 'utf8').split('The server from the ground up')[1] ?? '';
    const levels = [...table.matchAll(/^\| ((?:`[a-z]+` ?)+) *\|/gm)].map(([, names = '']) =>
      [...names.matchAll(/`([a-z]+)`/g)].map(([, name = '']) => name),
    );
    const levelOf = (path: string): number | null => {
      const [root, domain = '', file] = path.split('/');
      return root === 'server' && file ? levels.findIndex((names) => names.includes(domain)) : null;
    };
    const domains = new Set(all.flatMap(({ path }) => (levelOf(path) === null ? [] : [path.split('/')[1]])));
    expect([...domains].toSorted()).toEqual(levels.flat().toSorted());
    const upwards = edges.filter(({ from, to }) => {
      const [own, other] = [levelOf(from), levelOf(to)];
      return own !== null && other !== null && other > own;
    });
    expect(upwards).toEqual([]);
  });

  it('reads the imports of the tree', () => {
    expect(edges.length).toBeGreaterThan(5000);
    expect(
      cycles([
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
        { from: 'c', to: 'a' },
      ]),
    ).toHaveLength(1);
    expect(
      cycles([
        { from: 'a', to: 'b' },
        { from: 'a', to: 'c' },
        { from: 'b', to: 'c' },
      ]),
    ).toEqual([]);
  });

  it.each(Array.from({ length: deepest }, (_, at) => at + 1))(
    'do not import each other in a circle at depth %i',
    (depth) => {
      const between = edges
        .map(({ from, to }) => ({ from: folderAt(from, depth), to: folderAt(to, depth) }))
        .filter(({ from, to }) => from !== to);
      const wrong = cycles(between).map((group) => ({
        folders: group,
        imports: edges
          .filter(
            ({ from, to }) => group.includes(folderAt(from, depth)) && group.includes(folderAt(to, depth)),
          )
          .filter(({ from, to }) => folderAt(from, depth) !== folderAt(to, depth))
          .map(({ from, to }) => `${from} imports ${to}`)
          .slice(0, 40),
      }));
      expect(wrong).toEqual([]);
    },
  );

  it(`hold at most ${FOLDERS_MAX} folders each`, () => {
    const children = new Map<string, Set<string>>();
    for (const { path } of all) {
      const parts = dirname(path).split('/');
      for (let at = 1; at < parts.length; at += 1) {
        const parent = parts.slice(0, at).join('/');
        children.set(parent, (children.get(parent) ?? new Set()).add(parts[at] ?? ''));
      }
    }
    const wrong = [...children].filter(([, names]) => names.size > FOLDERS_MAX).map(([name]) => name);
    expect(wrong).toEqual([]);
  });

  it('hold files that do not import each other in a circle', () => {
    const withTests = importsOf(files(/\.(?:tsx?|mjs)$/, [...FOLDERS, 'tests', 'scripts']));
    expect(cycles(withTests).map((group) => group.toSorted())).toEqual(RECURSIVE);
  });
});
