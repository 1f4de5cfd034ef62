import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '#tests/harness/cpu-time.ts';
import { CONTACT_RECORD } from './contact-record.ts';
import type { FieldDefinition } from './definition.ts';
import { englishDefinitionErrors } from './english-definition-problem.ts';
import { FIELD_TYPES, OPERATORS, operatorsFor, RULE_NAMES, rulesFor } from './field-types.ts';
import { readFields } from './read-definition.ts';
import { validate } from './validate.ts';

const field = (more: object = {}) => ({ id: 'a', name: 'a', label: 'A', type: 'text', ...more });
const other = (more: object = {}) => field({ id: 'b', name: 'b', label: 'B', ...more });

function errorsOf(...fields: unknown[]) {
  const read = readFields(fields);
  return read.ok ? {} : englishDefinitionErrors(read.problems);
}

function taken(...fields: unknown[]): FieldDefinition[] {
  const read = readFields(fields, { newId: () => 'made' });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.fields;
}

const IS_EMPTY = { field: 'a', op: 'is_empty' };

describe('a definition', () => {
  it('keeps ids, makes those that are missing and says what is left out', () => {
    const { id: _, ...without } = field();
    expect(taken(without)).toEqual([{ ...field(), id: 'made', required: true }]);
    expect(
      taken(field({ required: false, help: 'Why', strange: 1, fields: [field()], options: [] })),
    ).toEqual([{ ...field(), required: false, help: 'Why' }]);
    const [choice] = taken(
      field({ type: 'select', options: [{ label: 'One' }, { id: 'two', label: 'Two' }] }),
    );
    expect(choice?.options).toEqual([
      { id: 'made', label: 'One' },
      { id: 'two', label: 'Two' },
    ]);
    const read = readFields(CONTACT_RECORD);
    expect(read.ok && new Set(read.fields.map(({ id }) => id)).size).toBe(7);
  });

  it('is taken again as it was given back', () => {
    const fields = taken(
      field({ type: 'number', rules: [{ rule: 'min', value: 1, message: 'More' }], default: 3 }),
      other({ type: 'form', multiple: true, fields: [field({ id: 'c', name: 'c', formula: '{a} & "x"' })] }),
    );
    expect(taken(...fields)).toEqual(fields);
  });

  it.each<[string, unknown[], string, string]>([
    ['no field', ['x'], 'fields[0]', 'The field is not a valid field'],
    ['no type', [field({ type: undefined })], 'fields[0].type', 'Please enter Type'],
    [
      'a strange type',
      [field({ type: 'constructor' })],
      'fields[0].type',
      `Type must be one of [${FIELD_TYPES.join(', ')}]`,
    ],
    ['no name', [field({ name: '' })], 'fields[0].name', 'Please enter Name'],
    [
      'a name with a space',
      [field({ name: 'a b' })],
      'fields[0].name',
      'Name may only contain letters (a to z), digits, underscores and hyphens',
    ],
    ['a name that is none', [field({ name: '__proto__' })], 'fields[0].name', 'Name cannot be __proto__'],
    [
      'a name twice',
      [field(), other({ name: 'a' })],
      'fields[1].name',
      'Name must be different from that of every other field beside it',
    ],
    [
      'an id twice',
      [field(), other({ id: 'a' })],
      'fields[1].id',
      'Id must be different from that of every other field',
    ],
    [
      'an id twice, deeper',
      [field(), other({ type: 'form', fields: [field()] })],
      'fields[1].fields[0].id',
      'Id must be different from that of every other field',
    ],
    ['no label', [field({ label: undefined })], 'fields[0].label', 'Please enter Label'],
    [
      'a label that nobody sees',
      [field({ label: '\u3164\u200b' })],
      'fields[0].label',
      'Label cannot be a blank character',
    ],
    ['a blank label', [field({ label: ' ' })], 'fields[0].label', 'Label cannot be a blank character'],
    [
      'a long label',
      [field({ label: 'x'.repeat(501) })],
      'fields[0].label',
      'Label cannot be longer than 500 characters',
    ],
    ['no options', [field({ type: 'select', options: [] })], 'fields[0].options', 'Please enter Options'],
    [
      'too many options',
      [field({ type: 'select', options: Array.from({ length: 1001 }, (_, n) => ({ label: `${n}` })) })],
      'fields[0].options',
      'Options cannot have more than 1000 entries',
    ],
    [
      'an option twice',
      [
        field({
          type: 'select',
          options: [
            { id: 'x', label: 'X' },
            { id: 'x', label: 'Y' },
          ],
        }),
      ],
      'fields[0].options[1].id',
      'Id must be different from that of every other option',
    ],
    ['a form without fields', [field({ type: 'form' })], 'fields[0].fields', 'Please enter Fields'],
    [
      'required that is neither',
      [field({ required: 'yes' })],
      'fields[0].required',
      'Required is not a valid yes or no',
    ],
    [
      'a rule of another type',
      [field({ rules: [{ rule: 'min', value: 1 }] })],
      'fields[0].rules[0].rule',
      'A field of type text has no rule min',
    ],
    [
      'a count of one value',
      [field({ rules: [{ rule: 'count', value: 1 }] })],
      'fields[0].rules[0].rule',
      'A field of type text has no rule count',
    ],
    [
      'a length that is none',
      [field({ rules: [{ rule: 'length', value: -1 }] })],
      'fields[0].rules[0].value',
      'The value must be a whole number between 0 and 100000',
    ],
    [
      'bounds that leave nothing',
      [
        field({
          rules: [
            { rule: 'min_length', value: 3 },
            { rule: 'max_length', value: 2 },
          ],
        }),
      ],
      'fields[0].rules',
      'The rule min_length asks for more than max_length allows',
    ],
    [
      'a length that is too short for its least',
      [
        field({
          rules: [
            { rule: 'min_length', value: 3 },
            { rule: 'length', value: 2 },
          ],
        }),
      ],
      'fields[0].rules',
      'The rule min_length asks for more than length allows',
    ],
    [
      'a number that is beyond its most',
      [
        field({
          type: 'number',
          rules: [
            { rule: 'equal', value: 3 },
            { rule: 'max', value: 2 },
          ],
        }),
      ],
      'fields[0].rules',
      'The rule equal asks for more than max allows',
    ],
    [
      'a moment after the latest one, whatever its offset',
      [
        field({
          type: 'datetime',
          rules: [
            { rule: 'min', value: '2024-01-01T20:00:00Z' },
            { rule: 'max', value: '2024-01-01T23:00:00+05:00' },
          ],
        }),
      ],
      'fields[0].rules',
      'The rule min asks for more than max allows',
    ],
    [
      'a rule twice',
      [
        field({
          rules: [
            { rule: 'length', value: 3 },
            { rule: 'length', value: 2 },
          ],
        }),
      ],
      'fields[0].rules[1].rule',
      'The rule length is there already',
    ],
    [
      'a pattern that looks back',
      [field({ rules: [{ rule: 'pattern', value: '(a)\\1' }] })],
      'fields[0].rules[0].value',
      'A pattern cannot refer back to what it found before',
    ],
    [
      'a day that is none',
      [field({ type: 'date', rules: [{ rule: 'min', value: '2024-02-30' }] })],
      'fields[0].rules[0].value',
      'The value must be a date written as YYYY-MM-DD',
    ],
    [
      'a format that is none',
      [field({ type: 'date', rules: [{ rule: 'date_format', value: 'MM' }] })],
      'fields[0].rules[0].value',
      'The format must name YYYY, MM and DD once each, such as DD.MM.YYYY',
    ],
    [
      'extensions that are none',
      [field({ type: 'file', rules: [{ rule: 'extensions', value: ['p/f'] }] })],
      'fields[0].rules[0].value',
      'Extensions must be a list such as [pdf, docx]',
    ],
    [
      'a default that does not fit',
      [field({ type: 'number', default: 'x' })],
      'fields[0].default',
      'A is not a valid number',
    ],
    [
      'a default against the rules',
      [field({ default: 'x', rules: [{ rule: 'min_length', value: 2 }] })],
      'fields[0].default',
      'A must be at least 2 characters long',
    ],
    [
      'a condition on nothing',
      [field({ visible_if: { field: 'x', op: 'is_empty' } })],
      'fields[0].visible_if.field',
      'The condition asks for a field that is not in reach',
    ],
    [
      'a condition on what is inside',
      [
        field({ visible_if: { field: 'c', op: 'is_empty' } }),
        other({ type: 'form', fields: [field({ id: 'c' })] }),
      ],
      'fields[0].visible_if.field',
      'The condition asks for a field that is not in reach',
    ],
    [
      'an operator that does not fit',
      [field(), other({ required_if: { field: 'a', op: 'greater', value: 1 } })],
      'fields[1].required_if.op',
      `The operator must be one of [${operatorsFor({ type: 'text' }).join(', ')}]`,
    ],
    [
      'a value that does not fit',
      [field({ type: 'number' }), other({ visible_if: { not: { field: 'a', op: 'equals', value: '1' } } })],
      'fields[1].visible_if.not.value',
      'The value is not a valid number',
    ],
    [
      'an option that is not there',
      [
        field({ type: 'select', options: [{ id: 'x', label: 'X' }] }),
        other({ visible_if: { field: 'a', op: 'equals', value: 'y' } }),
      ],
      'fields[1].visible_if.value',
      'The value must be one of [x]',
    ],
    ...(
      [
        [{ and: [IS_EMPTY], or: [IS_EMPTY] }, 'and and or'],
        [{ or: [IS_EMPTY], not: IS_EMPTY }, 'or and not'],
        [{ and: [IS_EMPTY], ...IS_EMPTY }, 'and and field and op'],
        [{ not: IS_EMPTY, value: 'x' }, 'not and value'],
      ] as const
    ).map(([condition, message]): [string, unknown[], string, string] => [
      `a condition of ${message}`,
      [field(), other({ visible_if: { and: [condition] } })],
      'fields[1].visible_if.and[0]',
      `A condition is one of and, or, not and field; this has ${message}`,
    ]),
    [
      'an empty and',
      [field(), other({ visible_if: { and: [] } })],
      'fields[1].visible_if.and',
      'The condition must have at least 1 entry',
    ],
    [
      'a formula of nothing',
      [field({ formula: '{x}' })],
      'fields[0].formula',
      'The formula asks for {x}, which is not a field in reach',
    ],
    [
      'a formula that cannot be read',
      [field({ formula: '1 +' })],
      'fields[0].formula',
      'The formula ends too early',
    ],
    [
      'a computed choice',
      [field({ type: 'email', formula: '"x"' })],
      'fields[0].formula',
      'A formula can compute one value of type text, textarea, number, date',
    ],
    [
      'a formula of a file',
      [field({ type: 'file' }), other({ formula: '{a}' })],
      'fields[1].formula',
      'The formula cannot work with {a}, a field of type file',
    ],
  ])('is refused with %s', (_, fields, path, message) => {
    expect(errorsOf(...fields)).toEqual({ [path]: [message] });
  });

  it.each<[string, unknown[], string[]]>([
    [
      'two conditions',
      [
        field({ visible_if: { field: 'b', op: 'is_empty' } }),
        other({ visible_if: { field: 'a', op: 'is_empty' } }),
      ],
      ['fields[0].visible_if', 'fields[1].visible_if'],
    ],
    ['itself', [field({ visible_if: { field: 'a', op: 'is_empty' } })], ['fields[0].visible_if']],
    ['its own formula', [field({ formula: '{a} & "x"' })], ['fields[0].formula']],
    [
      'a formula and a condition',
      [field({ formula: '{b}' }), other({ visible_if: { not: { field: 'a', op: 'equals', value: 'x' } } })],
      ['fields[0].formula', 'fields[1].visible_if'],
    ],
    [
      'a nested form and its sum',
      [
        field({ type: 'number', formula: 'sum({b.c})' }),
        other({
          type: 'form',
          multiple: true,
          fields: [field({ id: 'c', name: 'c', type: 'number', formula: '{a}' })],
        }),
      ],
      ['fields[0].formula', 'fields[1].visible_if'],
    ],
    [
      'within a nested form',
      [field({ type: 'form', fields: [other({ formula: '{b}' })] })],
      ['fields[0].fields[0].formula'],
    ],
  ])('is refused when fields depend on each other in a circle: %s', (_, fields, paths) => {
    const errors = errorsOf(...fields);
    expect(Object.keys(errors)).toEqual(paths);
    for (const messages of Object.values(errors))
      expect(messages[0]).toMatch(/in a circle: “A”|in a circle: “B”/);
  });

  it('lets two fields each be required where the other is empty', () => {
    const fields = taken(
      field({ required_if: { field: 'b', op: 'is_empty' } }),
      other({ required_if: { field: 'a', op: 'is_empty' } }),
    );
    expect(fields).toHaveLength(2);
  });

  it('lets what is in a form ask for what is around it', () => {
    const inner = field({
      id: 'c',
      visible_if: {
        and: [{ field: 'a', op: 'equals', value: 'x' }, { or: [{ field: 'c2', op: 'is_empty' }] }],
      },
    });
    expect(taken(field(), other({ type: 'form', fields: [inner, other({ id: 'c2' })] }))).toHaveLength(2);
  });

  it('is refused at once when it is too large, too deep or too tangled', () => {
    const spent = cpuTime(() => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, n) => field({ id: `f${n}`, name: `f${n}` }));
      expect(readFields(many(500)).ok).toBe(true);
      expect(errorsOf(...many(501))).toEqual({ fields: ['Fields cannot have more than 500 entries'] });
      expect(errorsOf(...many(10_000))).toEqual({ fields: ['Fields cannot have more than 500 entries'] });
      const nested = (depth: number): object =>
        depth === 0
          ? field({ id: `d${depth}` })
          : field({ id: `d${depth}`, type: 'form', fields: [nested(depth - 1)] });
      expect(errorsOf(nested(4))).toEqual({});
      for (const depth of [5, 50, 2000])
        expect(Object.values(errorsOf(nested(depth)))).toEqual([['Forms can be nested 5 deep at most']]);
      const within = (depth: number): object =>
        depth === 0 ? { field: 'a', op: 'is_empty' } : { not: within(depth - 1) };
      expect(errorsOf(field(), other({ visible_if: within(10) }))).toEqual({});
      expect(errorsOf(field(), other({ visible_if: within(2000) }))).toEqual({
        'fields[1].visible_if': ['A condition can have 100 parts, 10 deep, at most'],
      });
      const wide = { or: Array.from({ length: 100_000 }, () => ({ field: 'a', op: 'is_empty' })) };
      expect(Object.keys(errorsOf(field(), other({ visible_if: wide })))).toEqual(['fields[1].visible_if']);
      const chain = many(500).map((one, n) =>
        n === 0 ? one : { ...one, formula: `{f${n - 1}} & {f${n - 1}}` },
      );
      expect(readFields(chain).ok).toBe(true);
    });
    expect(spent).toBeLessThan(3000);
  });

  it('may be anything at all', () => {
    for (const wrong of [null, undefined, 1, 'x', {}]) expect(readFields(wrong).ok).toBe(false);
    const key = fc.constantFrom(
      'id',
      'name',
      'label',
      'type',
      'rules',
      'options',
      'fields',
      'visible_if',
      'default',
      'formula',
      'multiple',
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(...FIELD_TYPES),
      fc.constantFrom(...RULE_NAMES, ...OPERATORS),
    );
    fc.assert(
      fc.property(fc.array(fc.dictionary(key, value)), (fields) => {
        const read = readFields(fields);
        if (!read.ok) expect(read.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it('has counts for lists and none for single values', () => {
    for (const type of FIELD_TYPES) {
      expect(rulesFor({ type, multiple: true })).toContain('count');
      expect(operatorsFor({ type })).toContain('is_empty');
    }
    expect(rulesFor({ type: 'checkboxes' })).toContain('min_count');
    expect(rulesFor({ type: 'select' })).toEqual([]);
    expect(operatorsFor({ type: 'text', multiple: true })).toContain('includes');
  });
});

it('keeps that a choice takes a text of one’s own, and refuses what is neither yes nor no', () => {
  const field = { name: 'one', label: 'One', type: 'select', options: [{ id: 'a', label: 'A' }] };
  const read = (allow_other: unknown) => readFields([{ ...field, allow_other }]);
  expect(read(true)).toMatchObject({ ok: true, fields: [{ allow_other: true }] });
  expect(read('always')).toMatchObject({
    ok: false,
    problems: [{ code: 'invalid', path: 'fields[0].allow_other' }],
  });
});

it('takes a text in place of an option only where the definition allows it, up to 500 characters', () => {
  const field = {
    id: 'f',
    name: 'one',
    label: 'One',
    type: 'select' as const,
    options: [{ id: 'a', label: 'A' }],
  };
  const isTaken = (value: unknown, allow_other?: boolean) =>
    validate([{ ...field, allow_other }], { one: value }).ok;
  expect(isTaken('Else')).toBe(false);
  expect(isTaken('Else', true)).toBe(true);
  expect(isTaken('a', true)).toBe(true);
  expect(isTaken('\u200b', true)).toBe(false);
  expect(isTaken('x'.repeat(501), true)).toBe(false);
});
