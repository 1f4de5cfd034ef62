import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { evaluateCondition } from '#lib/fields/conditions.ts';
import type { Condition, FieldDefinition, Values } from '#lib/fields/definition.ts';
import { operatorsFor } from '#lib/fields/field-types.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const OPTIONS = [
  { id: 'a', label: 'First' },
  { id: 'b', label: 'Second' },
];
const TYPES = [
  { type: 'text' },
  { type: 'textarea' },
  { type: 'number' },
  { type: 'email' },
  { type: 'phone' },
  { type: 'url' },
  { type: 'date' },
  { type: 'time' },
  { type: 'datetime' },
  { type: 'json' },
  { type: 'checkboxes', options: OPTIONS },
  { type: 'select', options: OPTIONS },
  { type: 'multi-select', options: OPTIONS },
  { type: 'text', multiple: true, key: 'texts' },
  { type: 'number', multiple: true, key: 'numbers' },
  { type: 'date', rules: [{ rule: 'date_format', value: 'DD.MM.YYYY' }], key: 'german' },
  { type: 'form', fields: [{ name: 'inner', label: 'Inner', type: 'text', required: false }] },
] as const;
const keyOf = (one: (typeof TYPES)[number]) => ('key' in one ? one.key : one.type.replace('-', '_'));
const read = readFields(
  TYPES.map((one) => ({
    ...one,
    id: `f_${keyOf(one)}`,
    name: keyOf(one),
    label: keyOf(one),
    required: false,
  })),
);
if (!read.ok) throw new Error(JSON.stringify(read.problems));
const FIELDS: readonly FieldDefinition[] = read.fields;

const pad = (n: number, width = 2) => String(n).padStart(width, '0');
const day = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${pad(y, 4)}-${pad(m)}-${pad(d)}`);
const time = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.option(fc.integer({ min: 0, max: 59 })),
  )
  .map(([h, m, s]) => `${pad(h)}:${pad(m)}${s === null ? '' : `:${pad(s)}`}`);
const moment = fc
  .tuple(
    day,
    fc.integer({ min: 0, max: 23 }),
    fc.constantFrom('', '.5', '.123', '.123456789'),
    fc.constantFrom('Z', 'z', '+02:00', '-11:30', '+00:00'),
  )
  .map(([d, h, fraction, zone]) => `${d}T${pad(h)}:15:00${fraction}${zone}`);
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.constantFrom('a', 'A', 'ä', "'; --", '%_\\', '{"a":1}', 'NULL', '{1,2}'),
  )
  .filter((one) => one.trim() !== '' && !/\p{C}|\u2028|\u2029/u.test(one));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one)),
  fc.integer({ min: -5, max: 5 }),
);
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  text,
  textarea: fc.tuple(text, text).map(([one, other]) => `${one}\n\t${other}`),
  number,
  email: fc.constantFrom('a@example.org', 'b.c@example.com'),
  phone: fc.constantFrom('+491701234567', '+14155550100'),
  url: fc.constantFrom('https://example.org/a?b=%20', 'http://example.com'),
  date: day,
  time,
  datetime: moment,
  json: fc.oneof(
    fc.constantFrom('{"a":1}', '[]', '"x"'),
    fc.constantFrom({ a: [1, null, { b: 'x' }] }, [1], true, 5),
  ),
  checkboxes: fc.subarray(['a', 'b'], { minLength: 1 }),
  select: fc.constantFrom('a', 'b'),
  multi_select: fc.subarray(['a', 'b'], { minLength: 1 }),
  texts: fc.array(text, { minLength: 1, maxLength: 3 }),
  numbers: fc.array(number, { minLength: 1, maxLength: 3 }),
  german: day.map((one) => one.split('-').reverse().join('.')),
  form: text.map((inner) => ({ inner })),
};
const record = fc.record(VALUES, { requiredKeys: [] }) as fc.Arbitrary<Values>;

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let table: Item;
beforeAll(async () => {
  place = await createPlace(server.client);
  table = await createTable(place.owner, place, FIELDS);
});

describe('a value of any type', () => {
  it('is returned unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), async (rows) => {
        const body = { rows: rows.map((values) => ({ values })) };
        const written = expectData(await place.owner.client.post(`items/${table.id}/rows/`, body));
        deepStrictEqual(
          written.filter(({ status }) => status !== 'done'),
          [],
        );
        const ids = new Set(written.map(({ row }) => row?.id));
        const matching = (await allRows()).filter(({ id }) => ids.has(id));
        deepStrictEqual(
          matching.map(({ values }) => values),
          JSON.parse(JSON.stringify(rows)),
        );
        deepStrictEqual(
          matching.map(({ problems }) => problems),
          rows.map(() => undefined),
        );
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  it('is filtered like the field engine does', async () => {
    const rows = await allRows();
    const comparison = fc.constantFrom(...FIELDS).chain((field) =>
      fc.constantFrom(...operatorsFor(field)).chain((op): fc.Arbitrary<Condition> => {
        if (op === 'is_empty' || op === 'is_not_empty') return fc.constant({ field: field.id, op });
        const operands = field.name === 'german' ? day : (VALUES[field.name] ?? text);
        return operands
          .map((value) => (Array.isArray(value) ? value[0] : value))
          .filter((value): value is string | number => typeof value === 'string' || typeof value === 'number')
          .map((value) => ({ field: field.id, op, value }));
      }),
    );
    const condition: fc.Arbitrary<Condition> = fc.oneof(
      { weight: 6, arbitrary: comparison },
      { weight: 1, arbitrary: fc.array(comparison, { minLength: 1, maxLength: 3 }).map((and) => ({ and })) },
      { weight: 1, arbitrary: fc.array(comparison, { minLength: 1, maxLength: 3 }).map((or) => ({ or })) },
      { weight: 1, arbitrary: comparison.map((not) => ({ not })) },
    );
    await fc.assert(
      fc.asyncProperty(condition, async (filter) => {
        const expected = rows
          .filter(({ values }) =>
            evaluateCondition(filter, (id) => {
              const field = FIELDS.find((one) => one.id === id);
              return field ? { field, value: values[field.name] } : null;
            }),
          )
          .map(({ id }) => id);
        deepStrictEqual(
          (await allRows({ filter: JSON.stringify(filter) })).map(({ id }) => id),
          expected,
        );
      }),
      { numRuns: 120 },
    );
  }, 120_000);

  it('sorts and pages without a gap', async () => {
    const count = (await allRows()).length;
    for (const sort of ['text', '-number', 'date', '-datetime', 'time,-text', 'select,-f_number']) {
      const ids = (await allRows({ sort, page_size: '7' })).map(({ id }) => id);
      strictEqual(ids.length, count, sort);
      strictEqual(new Set(ids).size, count, sort);
    }
    const numbers = (await allRows({ sort: '-number' })).map(({ values }) => values.number);
    const known = numbers.filter((one): one is number => typeof one === 'number');
    deepStrictEqual(
      known,
      known.toSorted((a, b) => b - a),
    );
    deepStrictEqual(
      numbers.slice(known.length).every((one) => one === undefined),
      true,
    );
  }, 60_000);
});

/** All rows, page by page. */
async function allRows(query: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const response = await place.owner.client.get(`items/${table.id}/rows/`, {
      query: { page_size: 100, ...query, after },
    });
    rows.push(...expectData(response));
    const { next }: { next?: string | null } = { next: null, ...response.body };
    after = next ?? undefined;
  } while (after);
  return rows;
}

describe('a query of rows', () => {
  it('is refused when invalid', async () => {
    const own = await createTable(place.owner, place);
    const ask = (query: Record<string, string>) => place.owner.client.get(`items/${own.id}/rows/`, { query });
    for (const filter of [
      '{',
      '5',
      '[]',
      '{"field":"f_none","op":"equals","value":1}',
      '{"field":"f_price","op":"contains","value":1}',
      '{"field":"f_price","op":"equals","value":"1; drop"}',
      '{"and":[]}',
    ])
      expectRefusal(await ask({ filter }), 422);
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id = '00000000-0000-7000-8000-000000000000';
    for (const after of [
      'x',
      cursor({}),
      cursor([1]),
      cursor(['1', id]),
      cursor([1, 'x']),
      cursor([1.5, id]),
    ])
      expectRefusal(await ask({ after }), 422);
    deepStrictEqual(expectData(await ask({ after: cursor([1, id]) })), []);
    // Where there is nothing to compare with, the database may not look at it.
    await addRows(place.owner, own, [{ name: 'Lamp', price: 1250, state: 'open' }]);
    for (const key of ['1; drop table item', '', '1e+999', 5, {}])
      expectRefusal(await ask({ sort: 'price', after: cursor([1, id, key]) }), 422);
    expectRefusal(await ask({ sort: 'tags', after: cursor([1, id, 'red']) }), 422);
  });

  it('finds rows by tokens of any column, also by labels of options', async () => {
    const own = await createTable(place.owner, place);
    await addRows(place.owner, own, [
      { name: 'Lamp', price: 1250, state: 'open' },
      { name: '100% wool', due: '2026-05-01', tags: ['blue'] },
    ]);
    const names = async (q: string) =>
      (await readRows(place.owner, own, { q })).map(({ values }) => values.name);
    deepStrictEqual(await names('lam'), ['Lamp']);
    deepStrictEqual(await names('125'), ['Lamp']);
    deepStrictEqual(await names('STILL'), ['Lamp']);
    deepStrictEqual(await names('blu'), ['100% wool']);
    deepStrictEqual(await names('2026-05'), ['100% wool']);
    deepStrictEqual(await names('%'), ['100% wool']);
    deepStrictEqual(await names('open'), ['Lamp']);
    deepStrictEqual(await names('c_'), []);
  });
});
