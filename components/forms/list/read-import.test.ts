import { expect, it } from 'vitest';
import { kindOf, readImport } from './read-import.ts';

it('distinguishes a schema from a sheet by its name, else by its first characters', () => {
  expect(kindOf('order.json', 'a,b')).toBe('schema');
  expect(kindOf('order.csv', '{')).toBe('csv');
  expect(kindOf('order', '  {"type":"object"}')).toBe('schema');
  expect(kindOf('order', 'a,b')).toBe('csv');
});

it('says why something is no form', () => {
  expect(readImport('schema', '{')).toEqual({ ok: false, problem: 'no_json' });
  expect(readImport('schema', '[]')).toMatchObject({ ok: false, problem: 'refused' });
  expect(readImport('csv', '\n')).toEqual({ ok: false, problem: 'no_csv' });
});

it('says what could not be taken, by place', () => {
  const schema = { title: 'Order', type: 'object', properties: { n: { type: 'number', multipleOf: 2 } } };
  expect(readImport('schema', JSON.stringify(schema))).toMatchObject({
    ok: true,
    title: 'Order',
    notes: [{ place: 'n', note: 'What multipleOf says is not kept' }],
  });
  expect(readImport('csv', 'A,A')).toMatchObject({ ok: true, notes: [{ place: 'A', note: 'renamed' }] });
});
