import { expect, test } from 'vitest';
import type { FieldDefinition, Values } from './definition.ts';
import { submissionValues } from './submission-values.ts';

const field = (attributes: Partial<FieldDefinition>): FieldDefinition => ({
  id: 'f',
  name: 'f',
  label: 'F',
  type: 'text',
  ...attributes,
});
const NOTHING = { text: null, num: null, ts: null, bool: null, option: null };
const valuesOf = (attributes: Partial<FieldDefinition>, value: unknown) =>
  submissionValues([field(attributes)], { f: value }).map(
    ({ field_id: _id, position: _at, ...kind }) => kind,
  );

test('each type is counted in the column of its kind', () => {
  const options = [{ id: 'a', label: 'A' }];
  expect(valuesOf({}, 'words')).toEqual([{ ...NOTHING, text: 'words' }]);
  expect(valuesOf({ type: 'number' }, 0)).toEqual([{ ...NOTHING, num: 0 }]);
  expect(valuesOf({ type: 'date' }, '2024-02-29')).toEqual([{ ...NOTHING, ts: '2024-02-29T00:00:00Z' }]);
  expect(valuesOf({ type: 'select', options }, 'a')).toEqual([{ ...NOTHING, option: 'a' }]);
  expect(valuesOf({ type: 'checkboxes', options }, ['a', 'a'])).toHaveLength(2);
  expect(valuesOf({ type: 'json' }, [1, 2])).toEqual([{ ...NOTHING, text: '[1,2]' }]);
});

test('a day of its own format is the same day, and a moment the same moment', () => {
  const rules = [{ rule: 'date_format' as const, value: 'DD.MM.YYYY' }];
  expect(valuesOf({ type: 'date', rules }, '29.02.2024')).toEqual([
    { ...NOTHING, ts: '2024-02-29T00:00:00Z' },
  ]);
  expect(valuesOf({ type: 'datetime' }, '2024-01-01t00:00:00+02:00')).toEqual([
    { ...NOTHING, ts: '2023-12-31T22:00:00.000Z' },
  ]);
});

test('a moment that is no year from 1 to 9999 in UTC stays a text', () => {
  for (const moment of ['0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59']) {
    expect(valuesOf({ type: 'datetime' }, moment)).toEqual([{ ...NOTHING, text: moment }]);
  }
});

test('an empty value is counted nowhere', () => {
  for (const value of [undefined, null, '', []]) expect(valuesOf({ multiple: true }, value)).toEqual([]);
});

test('a long text is cut between characters', () => {
  const [value] = valuesOf({}, `${'x'.repeat(499)}🗒️`);
  expect(value?.text?.isWellFormed()).toBe(true);
});

test('values of repeated forms are numbered through', () => {
  const fields = [
    field({
      id: 'p',
      name: 'people',
      type: 'form',
      multiple: true,
      fields: [field({ id: 'm', name: 'mails', multiple: true })],
    }),
  ];
  const values: Values = { people: [{ mails: ['a', 'b'] }, {}, { mails: ['c'] }] };
  const stored = submissionValues(fields, values).map(({ field_id, position, text }) => [
    field_id,
    position,
    text,
  ]);
  expect(stored).toEqual([
    ['p', 0, null],
    ['m', 0, 'a'],
    ['m', 1, 'b'],
    ['p', 1, null],
    ['p', 2, null],
    ['m', 2, 'c'],
  ]);
});
