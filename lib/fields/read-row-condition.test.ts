import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from './definition.ts';
import { type FilterField, filterField, offeredOperators } from './filter-kind.ts';
import { createProblemCollector } from './problem-collector.ts';
import { readRowCondition } from './read-row-condition.ts';
import { resolveCondition } from './resolve-condition.ts';
import { createColorOf } from './row-color.ts';

const OPTIONS = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
];
const ROW = '0190a1b2-0000-7000-8000-000000000001';
const field = (id: string, type: FieldDefinition['type'], more: object = {}): FieldDefinition => ({
  ...{ id, name: id, label: id, type },
  ...more,
});
const columns: FilterField[] = [
  filterField(field('text', 'text'), {}),
  filterField(field('one', 'select', { options: OPTIONS }), {}),
  filterField(field('many', 'multi-select', { options: OPTIONS }), {}),
  filterField(field('day', 'date'), {}),
  filterField(field('at', 'datetime'), { type: 'created_at' }),
  filterField(field('who', 'text'), { type: 'person' }),
  filterField(field('team', 'text', { multiple: true }), { type: 'person' }),
  filterField(field('link', 'text', { multiple: true }), { type: 'link' }),
  filterField(field('count', 'text'), { type: 'rollup', function: 'count' }),
  filterField(field('days', 'text'), { type: 'lookup' }, { field: field('x', 'date') }),
  filterField(field('times', 'text'), { type: 'lookup' }, { field: field('x', 'datetime') }),
  filterField(field('titles', 'text'), { type: 'lookup' }, { field: field('x', 'text') }),
  filterField(
    field('states', 'text'),
    { type: 'rollup', function: 'list' },
    { field: field('x', 'select', { options: OPTIONS }) },
  ),
].flatMap((one) => one ?? []);
const reader = {
  me: 'u1',
  clock: { today: '2026-03-29', firstWeekday: 1, timeZone: 'Europe/Berlin' },
};
const find = (id: string) => columns.find((one) => one.field.id === id);

describe('reading a filter of rows', () => {
  const read = (condition: unknown) => {
    const problems = createProblemCollector();
    const found = readRowCondition(condition, 'filter', columns, problems);
    return problems.none() ? found : problems.problems.map(({ path }) => path);
  };

  it.each([
    { field: 'one', op: 'any_of', value: ['a', 'b'] },
    { field: 'many', op: 'all_of', value: ['a'] },
    { field: 'many', op: 'includes', value: 'a' },
    { field: 'day', op: 'within', value: 'this_week' },
    { field: 'day', op: 'before', value: 'today' },
    { field: 'day', op: 'before', value: '2026-01-01' },
    { field: 'at', op: 'after', value: 'past_30_days' },
    { field: 'who', op: 'equals', value: 'me' },
    { field: 'who', op: 'starts_with', value: 'u' },
    { field: 'team', op: 'none_of', value: ['me', 'u2'] },
    { field: 'link', op: 'any_of', value: [ROW] },
    { field: 'link', op: 'contains', value: 'Ada' },
    { field: 'link', op: 'is_empty' },
    { field: 'count', op: 'greater', value: 2 },
  ])('takes $field $op $value as it is', (condition) => {
    expect(read({ not: condition })).toEqual({ not: condition });
  });

  it.each([
    ['op', { field: 'text', op: 'any_of', value: ['a'] }],
    ['op', { field: 'text', op: 'within', value: 'today' }],
    ['op', { field: 'one', op: 'all_of', value: ['a'] }],
    ['op', { field: 'link', op: 'equals', value: ROW }],
    ['op', { field: 'count', op: 'is_empty' }],
    ['value', { field: 'one', op: 'any_of', value: ['c'] }],
    ['value', { field: 'one', op: 'any_of', value: [] }],
    ['value', { field: 'one', op: 'any_of', value: 'a' }],
    ['value', { field: 'one', op: 'equals', value: ['a'] }],
    ['value', { field: 'day', op: 'within', value: '2026-01-01' }],
    ['value', { field: 'day', op: 'equals', value: 'today' }],
    ['value', { field: 'link', op: 'any_of', value: ["'; --"] }],
    ['value', { field: 'who', op: 'any_of', value: Array.from({ length: 101 }, String) }],
    ['value', { field: 'count', op: 'equals', value: 'x' }],
    ['field', { field: 'gone', op: 'is_empty' }],
  ])('refuses the %s of %j', (part, condition) => {
    expect(read(condition)).toEqual([`filter.${part}`]);
  });

  it('knows lookups of columns that can be compared, and rollups that are numbers, days and texts', () => {
    const x = field('x', 'text');
    expect(filterField(x, { type: 'lookup' })).toBeNull();
    expect(filterField(x, { type: 'lookup' }, null)).toBeNull();
    const lookup = (shown: FieldDefinition) => filterField(x, { type: 'lookup' }, { field: shown });
    expect(lookup(field('y', 'number'))).toMatchObject({
      field: { id: 'x', type: 'number' },
      isLinked: true,
    });
    expect(lookup(field('y', 'multi-select', { options: OPTIONS }))?.kind).toBe('choices');
    expect(lookup(field('y', 'text', { multiple: true }))).toBeNull();
    const links = filterField(
      x,
      { type: 'lookup' },
      { field: field('y', 'text', { multiple: true }), type: 'link' },
    );
    expect(links).toMatchObject({ kind: 'link', isLinked: true });
    const files = lookup(field('y', 'file', { multiple: true }));
    expect(files && offeredOperators(files)).toEqual(['is_empty', 'is_not_empty']);
    expect(read({ field: 'states', op: 'all_of', value: ['a'] })).toEqual(['filter.op']);
    expect(read({ field: 'states', op: 'none_of', value: ['a'] })).toMatchObject({ op: 'none_of' });
    for (const set of [
      { field: 'states', op: 'exactly', value: ['b', 'a'] },
      { field: 'titles', op: 'exactly', value: ['Ada', 'Bob'] },
      { field: 'days', op: 'exactly', value: ['2026-01-31'] },
    ])
      expect(read(set)).toEqual(set);
    expect(read({ field: 'days', op: 'exactly', value: ['today'] })).toEqual(['filter.value']);
    for (const one of ['times', 'text'])
      expect(read({ field: one, op: 'exactly', value: ['a'] })).toEqual(['filter.op']);
    expect(filterField(x, { type: 'rollup', function: 'list' })).toBeNull();
    expect(filterField(x, { type: 'rollup', function: 'sum' })?.kind).toBe('count');
    expect(filterField(x, { type: 'rollup', function: 'avg' })?.kind).toBe('average');
    const greatest = (shown: FieldDefinition | null) =>
      filterField(x, { type: 'rollup', function: 'max' }, shown && { field: shown });
    const { id, name, label } = x;
    expect(greatest(field('price', 'number'))).toEqual({ field: { ...x, type: 'number' }, kind: 'average' });
    expect(greatest(field('due', 'date'))?.kind).toBe('day');
    expect(greatest(field('due', 'date'))?.field).toMatchObject({ id, name, label, type: 'date' });
    expect(greatest(field('state', 'select', { options: OPTIONS }))).toBeNull();
    expect(greatest(null)).toBeNull();
    expect(filterField(field('x', 'text'), { type: 'formula', late: true })).toBeNull();
  });
});

describe('resolving a condition for a reader and a day', () => {
  const resolve = (condition: Parameters<typeof resolveCondition>[0], me: string | null = 'u1') =>
    resolveCondition(condition, find, { ...reader, me });

  it('turns a period into days', () => {
    expect(resolve({ field: 'day', op: 'within', value: 'last_month' })).toEqual({
      and: [
        { field: 'day', op: 'greater_or_equal', value: '2026-02-01' },
        { field: 'day', op: 'less_or_equal', value: '2026-02-28' },
      ],
    });
    expect(resolve({ field: 'day', op: 'after', value: 'this_week' })).toEqual({
      ...{ field: 'day', op: 'after', value: '2026-03-29' },
    });
  });

  it('turns a period into moments, also of a day with 23 hours', () => {
    expect(resolve({ not: { field: 'at', op: 'within', value: 'today' } })).toEqual({
      not: {
        and: [
          { field: 'at', op: 'greater_or_equal', value: '2026-03-29T00:00:00+01:00' },
          { field: 'at', op: 'less', value: '2026-03-30T00:00:00+02:00' },
        ],
      },
    });
    expect(resolve({ field: 'at', op: 'before', value: 'today' })).toEqual({
      ...{ field: 'at', op: 'less', value: '2026-03-29T00:00:00+01:00' },
    });
  });

  it('keeps the bounds of a period together where one of several days is within them', () => {
    expect(resolve({ field: 'days', op: 'within', value: 'last_month' })).toEqual({
      ...{ field: 'days', op: 'within', value: ['2026-02-01', '2026-02-28'] },
    });
    expect(resolve({ field: 'times', op: 'within', value: 'today' })).toEqual({
      ...{ field: 'times', op: 'within', value: ['2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'] },
    });
  });

  it('turns “me” into an account, and into nobody for readers without one', () => {
    const people = { field: 'team', op: 'any_of', value: ['me', 'u2'] } as const;
    expect(resolve(people)).toEqual({ ...people, value: ['u1', 'u2'] });
    expect(resolve(people, null)).toEqual({ ...people, value: ['u2'] });
    expect(resolve({ field: 'team', op: 'all_of', value: ['me', 'u2'] }, null)).toEqual({ or: [] });
    expect(resolve({ field: 'team', op: 'exactly', value: ['me', 'u2'] }, null)).toEqual({ or: [] });
    expect(resolve({ field: 'who', op: 'equals', value: 'me' })).toEqual({
      ...{ field: 'who', op: 'any_of', value: ['u1'] },
    });
    expect(resolve({ field: 'who', op: 'not_equals', value: 'me' }, null)).toEqual({
      ...{ field: 'who', op: 'none_of', value: [] },
    });
    expect(resolve({ field: 'text', op: 'equals', value: 'me' })).toEqual({
      ...{ field: 'text', op: 'equals', value: 'me' },
    });
  });
});

describe('colours of rows', () => {
  const colorOf = createColorOf(
    [
      { color: 'red', filter: { field: 'one', op: 'any_of', value: ['a', 'b'] } },
      { color: 'green', filter: { field: 'many', op: 'all_of', value: ['a', 'b'] } },
      { color: 'orange', filter: { field: 'many', op: 'exactly', value: ['c', 'b'] } },
      { color: 'blue', filter: { field: 'at', op: 'within', value: 'today' } },
      { color: 'violet', filter: { field: 'who', op: 'equals', value: 'me' } },
      { color: 'yellow', filter: { field: 'link', op: 'contains', value: 'ada' } },
      { color: 'grey', filter: { field: 'count', op: 'equals', value: 2 } },
      { color: 'black', filter: { not: { field: 'team', op: 'none_of', value: ['u2'] } } },
      { color: 'white', filter: { field: 'days', op: 'within', value: 'last_month' } },
      { color: 'pink', filter: { field: 'times', op: 'within', value: 'today' } },
      { color: 'brown', filter: { field: 'titles', op: 'contains', value: 'ada' } },
      { color: 'gold', filter: { field: 'states', op: 'any_of', value: ['b'] } },
      { color: 'silver', filter: { field: 'titles', op: 'exactly', value: ['Bob', 'Cy'] } },
    ],
    columns,
    reader,
  );
  it.each([
    ['red', { one: 'b' }],
    ['green', { many: ['b', 'a'] }],
    [null, { many: ['b'] }],
    ['orange', { many: ['b', 'c'] }],
    [null, { many: ['b', 'c', 'd'] }],
    ['blue', { at: '2026-03-29T21:59:00Z' }],
    [null, { at: '2026-03-29T22:00:00Z' }],
    ['violet', { who: 'u1' }],
    ['yellow', { link: ['r1', 'r2'] }],
    [null, { link: ['r1'] }],
    ['grey', { count: 2 }],
    ['black', { team: ['u1', 'u2'] }],
    ['white', { days: ['2026-01-31', '2026-02-28'] }],
    [null, { days: ['2026-01-31', '2026-03-01'] }],
    ['pink', { times: ['2026-03-29T21:59:00Z'] }],
    [null, { times: ['2026-03-28T22:59:00Z', '2026-03-29T22:00:00Z'] }],
    ['brown', { titles: ['Grace', 'Ada Lovelace'] }],
    [null, { titles: ['Grace'] }],
    ['gold', { states: ['a', 'b'] }],
    [null, { states: ['a'] }],
    ['silver', { titles: ['Cy', 'Bob', 'Cy'] }],
    [null, { titles: ['Cy', 'Bob', 'Dee'] }],
    [null, { titles: ['Cy'] }],
  ])('%s for %j', (color, values: Record<string, unknown>) => {
    const titles: Record<string, string> = { r2: 'Ada Lovelace' };
    expect(
      colorOf(
        ({ field: { id } }) => values[id],
        (ids) => ids.flatMap((id) => titles[String(id)] ?? []),
      ),
    ).toBe(color);
  });
});
