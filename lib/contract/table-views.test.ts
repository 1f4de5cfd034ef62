import { expect, it } from 'vitest';
import type { Condition } from '#lib/fields/definition.ts';
import { createViewRequest, type ViewLayout } from './table-views.ts';

const nested = (depth: number): Condition =>
  depth === 0 ? { field: 'f_state', op: 'is_empty' } : { and: [nested(depth - 1)] };
const problemsOf = (layout: unknown): string[] =>
  (createViewRequest.safeParse({ name: 'x', layout }).error?.issues ?? []).map(({ path }) => path.join('.'));
const colored = (filter: unknown) => ({ colors: [{ color: 'red', filter }] });

it('takes the height of rows, the footer and the colours of a view', () => {
  const layout: ViewLayout = {
    row_height: 'tall',
    footer: { f_price: 'sum' },
    colors: [{ color: 'red', filter: nested(10) }],
  };
  expect(createViewRequest.parse({ name: 'x', layout }).layout).toEqual(layout);
});

it('refuses by its place what is no part of a layout', () => {
  for (const [layout, path] of [
    [{ row_height: 'huge' }, 'layout.row_height'],
    [{ footer: { f_price: 'median' } }, 'layout.footer.f_price'],
    [{ colors: [{ color: 'url(x)', filter: nested(0) }] }, 'layout.colors.0.color'],
    [colored({ and: [7] }), 'layout.colors.0.filter'],
    [{ colors: Array.from({ length: 21 }, () => colored(nested(0)).colors[0]) }, 'layout.colors'],
    [{ cover: 'f_file' }, 'layout'],
    ['wide', 'layout'],
  ] as const)
    expect(problemsOf(layout), JSON.stringify(layout).slice(0, 80)).toEqual([path]);
});

it('refuses a condition that is nested too deep without going through it', () => {
  expect(problemsOf(colored(nested(11)))).toEqual(['layout.colors.0.filter']);
  let deep: object = {};
  for (let depth = 0; depth < 100_000; depth += 1) deep = { not: deep };
  expect(problemsOf(colored(deep))).toEqual(['layout.colors.0.filter']);
});

it('refuses what is too large without a problem for each of its values', () => {
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`k${at}`, 'median']));
  for (const layout of [colored({ and: Array(50_000).fill({}) }), { footer: many }])
    expect(problemsOf(layout)).toEqual(['layout']);
  expect(problemsOf(colored({ or: Array(200).fill({ field: 'f_state', op: 'is_empty' }) }))).toEqual([]);
});
