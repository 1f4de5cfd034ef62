import { describe, expect, it } from 'vitest';
import type { TreeEntry } from '#lib/contract/item-tree.ts';
import { LEVEL_ROWS_MAX, siteNeighbours, siteRows } from './site-rows.ts';

const entry = (id: string, kind: TreeEntry['kind'] = 'document'): TreeEntry => ({
  id,
  title: id.toUpperCase(),
  kind,
  opens: kind === 'folder',
});
const hrefOf = ({ id }: TreeEntry) => `/${id}`;
const top = { folder: null, entries: [entry('guides', 'folder'), entry('about'), entry('contact')] };
const guides = { folder: 'guides', entries: [entry('first'), entry('second')] };

describe('the navigation of a site', () => {
  it('shows the levels of the folders that lead to the current page, and no others', () => {
    const rows = siteRows([top, guides], ['guides', 'second'], hrefOf);
    expect(rows.map(({ id, depth, isCurrent }) => [id, depth, isCurrent])).toEqual([
      ['guides', 0, false],
      ['first', 1, false],
      ['second', 1, true],
      ['about', 0, false],
      ['contact', 0, false],
    ]);
    expect(siteRows([top], ['about'], hrefOf).map(({ id }) => id)).toEqual(['guides', 'about', 'contact']);
  });

  it('has each level in the order that it came in, not by its titles', () => {
    const byHand = {
      folder: null,
      entries: [entry('z', 'folder'), entry('a', 'folder'), entry('y'), entry('b')],
    };
    const inner = { folder: 'z', entries: [entry('d'), entry('c')] };
    const rows = siteRows([byHand, inner], ['z', 'c'], hrefOf);
    expect(rows.map(({ id }) => id)).toEqual(['z', 'd', 'c', 'a', 'y', 'b']);
    expect(siteNeighbours(rows)).toMatchObject({ previous: { id: 'd' }, next: { id: 'a' } });
  });

  it('shows a part of a long level, around the current page', () => {
    const entries = Array.from({ length: 1000 }, (_, at) => entry(`d${at}`));
    const rows = siteRows([{ folder: null, entries }], ['d600'], hrefOf);
    expect(rows).toHaveLength(LEVEL_ROWS_MAX);
    expect(rows.some(({ isCurrent }) => isCurrent)).toBe(true);
    expect(siteRows([{ folder: null, entries }], [], hrefOf)[0]?.id).toBe('d0');
  });
});

describe('the previous and next page', () => {
  it('follow the order of the navigation, in and out of folders', () => {
    const rows = siteRows([top, guides], ['guides', 'second'], hrefOf);
    expect(siteNeighbours(rows)).toEqual({
      previous: { id: 'first', title: 'FIRST', href: '/first' },
      next: { id: 'about', title: 'ABOUT', href: '/about' },
    });
    const first = siteRows([top, guides], ['guides'], hrefOf);
    expect(siteNeighbours(first)).toMatchObject({ previous: null, next: { id: 'first' } });
  });

  it('begin with the first page on the page of the space, and end at the last one', () => {
    expect(siteNeighbours(siteRows([top], [], hrefOf))).toMatchObject({
      previous: null,
      next: { id: 'guides' },
    });
    expect(siteNeighbours(siteRows([top], ['contact'], hrefOf)).next).toBeNull();
  });
});
