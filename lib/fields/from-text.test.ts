import { describe, expect, it, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { fromText } from '#lib/fields/from-text.ts';
import { numberFrom } from '#lib/fields/number-text.ts';
import { readPath } from '#lib/fields/value-path.ts';

const field = (type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: 'one',
  name: 'one',
  label: 'One',
  type,
  ...more,
});
const colours = {
  options: [
    { id: 'r', label: 'Red' },
    { id: 'g', label: 'Green, light' },
  ],
};
const german = { rules: [{ rule: 'date_format' as const, value: 'DD.MM.YYYY' }] };

describe('a text becomes a value of the field', () => {
  test.each<[string, FieldDefinition, string, unknown]>([
    ['nothing', field('text'), '', undefined],
    ['text as it is', field('text'), ' Ada ', ' Ada '],
    ['new lines of a posted form', field('textarea'), 'a\r\nb', 'a\nb'],
    ['an e-mail without blanks around', field('email'), ' a@b.co ', 'a@b.co'],
    ['an international number', field('phone'), '0049 30 1', '0049 30 1'],
    ['a number', field('number'), '1.50', 1.5],
    ['a number with a comma', field('number'), '1,5', 1.5],
    ['a day', field('date'), '2026-05-01', '2026-05-01'],
    ['a day with points', field('date'), '1.5.2026', '2026-05-01'],
    ['a day in the field’s own format', field('date', german), '01.05.2026', '01.05.2026'],
    ['a day brought into the field’s format', field('date', german), '2026-05-01', '01.05.2026'],
    ['a time', field('time'), '9:30', '09:30'],
    ['a time by the half of the day', field('time'), '12:15 am', '00:15'],
    ['a moment without its offset', field('datetime'), '2026-05-01T09:30', '2026-05-01T09:30:00Z'],
    ['a moment', field('datetime'), '2026-05-01 09:30+0200', '2026-05-01T09:30:00+02:00'],
    ['a choice by its id', field('select', colours), 'r', 'r'],
    ['a choice by its label', field('select', colours), 'green, LIGHT', 'g'],
    ['a choice whose label holds a comma', field('multi-select', colours), 'Green, light', ['g']],
    ['several choices', field('checkboxes', colours), 'Red; Green, light', ['r', 'g']],
    ['several by commas', field('checkboxes', colours), 'r,g', ['r', 'g']],
    ['several texts', field('text', { multiple: true }), 'a; b', ['a', 'b']],
    ['several numbers on lines', field('number', { multiple: true }), '1\n2,5', [1, 2.5]],
    ['JSON', field('json'), '{"a":1}', '{"a":1}'],
    ['a nested form', field('form', { fields: [] }), '{"a":1}', { a: 1 }],
    ['blanks, for the check to judge', field('text'), '  ', '  '],
  ])('%s', (_, definition, text, value) => {
    expect(fromText(definition, text)).toEqual({ value, problem: null });
  });

  test.each<[FieldDefinition, string, string]>([
    [field('number'), 'two', 'One is not a valid number'],
    [field('number'), '1,500', 'One is not a valid number'],
    [field('date'), '2026-02-30', 'One is not a valid date'],
    [field('date'), '03/04/2026', 'One is not a valid date'],
    [field('date', german), 'tomorrow', 'One must be a date written as DD.MM.YYYY'],
    [field('time'), '25:00', 'One is not a valid time'],
    [field('time'), '13:00 pm', 'One is not a valid time'],
    [field('datetime'), '2026-05-01', 'One is not a valid datetime'],
    [field('select', colours), 'Blue', 'One must be one of [Red, Green, light]'],
    [field('json'), '{', 'One is not a valid json'],
    [field('form', { fields: [], multiple: true }), '{}', 'One is not a valid form'],
  ])('%j says why %s is none, and keeps it', (definition, text, problem) => {
    expect(fromText(definition, text)).toEqual({ value: text, problem });
  });

  it('takes no time for a text that is long', () => {
    const began = performance.now();
    for (const type of ['number', 'date', 'time', 'datetime', 'select'] as const)
      fromText(field(type, colours), `1,${'111,'.repeat(250_000)}`);
    expect(performance.now() - began).toBeLessThan(500);
  });
});

test.each<[string, number | null]>([
  ['12', 12],
  ['-0.5', -0.5],
  ['−3', -3],
  ['.5', 0.5],
  ['5.', 5],
  ['1e3', 1000],
  ['1 234,5', 1234.5],
  ['1’234’567', 1_234_567],
  ['1,234,567.5', 1_234_567.5],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['0,125', 0.125],
  ['1,2345', 1.2345],
  ['1,234', null],
  ['1e999', null],
  ['', null],
  ['0x10', null],
  ['Infinity', null],
  ['1 2', null],
])('%j is the number %j', (text, number) => {
  expect(numberFrom(text)).toBe(number);
});

test.each<[string, unknown]>([
  ['mail', ['mail']],
  ['people[1].mail', ['people', 1, 'mail']],
  ['a.b[0]', ['a', 'b', 0]],
  ['', null],
  ['[0]', null],
  ['a..b', null],
  ['a[x]', null],
  ['a[-1]', null],
  ['a]', null],
  ['a.', null],
  [`a${'[0]'.repeat(20)}`, null],
  ['a'.repeat(2000), null],
])('the path %j leads over %j', (path, steps) => {
  expect(readPath(path)).toEqual(steps);
});
