import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, FieldDefinition } from './definition.ts';
import { FIELD_TYPES, type FieldType, rulesFor } from './field-types.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { readFields } from './read-definition.ts';
import { fieldsOfJsonSchema } from './read-json-schema.ts';

const NAMES = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '10',
  '2',
  'a',
  'a-b',
  'A_b',
  'x'.repeat(100),
];
const isChoice = (type: FieldType) => ['select', 'checkboxes', 'multi-select'].includes(type);
const text = fc.constantFrom('Name', 'Größe (cm)', '名前', 'a "b" \\ {c}', '😀', '$ref', '#/');

/** Values of each rule; any rules can be combined. */
const RULES: Record<string, fc.Arbitrary<unknown>> = {
  min_length: fc.constantFrom(0, 1, 2),
  max_length: fc.constantFrom(3, 10_000, 100_000),
  length: fc.constant(3),
  pattern: fc.constantFrom('^a', '\\S', '^$|\\S', '\\p{Lu}+', '.'),
  date_format: fc.constantFrom('DD.MM.YYYY', 'MM/DD/YYYY'),
  equal: fc.constantFrom(3, 3.5),
  min_count: fc.constantFrom(0, 1, 2),
  max_count: fc.constantFrom(2, 1000),
  count: fc.constant(2),
  extensions: fc.constantFrom(['pdf'], ['png', 'jpg']),
  max_bytes: fc.constantFrom(1, 5_000_000),
};
const BOUNDS: Partial<Record<FieldType, [unknown, unknown]>> = {
  number: [-1.5, 7],
  date: ['2024-01-01', '2024-12-31'],
  time: ['08:00', '18:30'],
  datetime: ['2024-01-01T00:00:00Z', '2024-12-31T00:00:00+01:00'],
};
const DEFAULTS: Partial<Record<FieldType, unknown[]>> = {
  text: ['x'],
  number: [0, 3],
  email: ['ada@example.org'],
  date: ['2024-06-01'],
  time: ['09:30'],
  select: ['o1'],
  checkboxes: [['o1', '2']],
  json: [{ a: [1, null] }, '{"a":1}'],
};

function rulesOf(type: FieldType, multiple: boolean): fc.Arbitrary<object[]> {
  const names = rulesFor({ type, multiple });
  const [min, max] = BOUNDS[type] ?? [];
  return fc.shuffledSubarray([...names]).chain((chosen) =>
    fc.tuple(
      ...chosen.map((rule) => {
        const bound = rule === 'min' ? min : max;
        const value = RULES[rule] ?? fc.constant(bound);
        return fc.record(
          { rule: fc.constant(rule), value, message: text },
          { requiredKeys: ['rule', 'value'] },
        );
      }),
    ),
  );
}

let made = 0;
function fieldOf(depth: number): fc.Arbitrary<Record<string, unknown>> {
  const types = depth > 1 ? FIELD_TYPES : FIELD_TYPES.filter((type) => type !== 'form');
  return fc
    .record({ type: fc.constantFrom(...types), multiple: fc.boolean() })
    .chain(({ type, multiple }) => {
      const several = multiple && !isChoice(type);
      const options = fc.constant([
        { id: 'o1', label: 'One' },
        { id: '2', label: '2' },
        { id: 'constructor', label: 'Three' },
      ]);
      const value = fc.constantFrom(...(several ? [undefined] : (DEFAULTS[type] ?? [undefined])));
      return fc.record(
        {
          label: text,
          type: fc.constant(type),
          required: fc.boolean(),
          placeholder: text,
          help: text,
          rules: rulesOf(type, several || type === 'checkboxes' || type === 'multi-select'),
          default: value,
          ...(several ? { multiple: fc.constant(true) } : {}),
          ...(isChoice(type) ? { options, allow_other: fc.constant(true) } : {}),
          ...(type === 'form' ? { fields: listOf(depth - 1) } : {}),
        },
        {
          requiredKeys: [
            'label',
            'type',
            ...(several ? ['multiple'] : []),
            ...(isChoice(type) ? ['options'] : []),
            ...(type === 'form' ? ['fields'] : []),
          ] as never[],
        },
      );
    });
}

/** A field of the same name that is computed from another one: without default, rules and options. */
const computedOf = (
  { id, name, label }: Record<string, unknown>,
  of: Record<string, unknown>,
): Record<string, unknown> => ({
  ...{ id, name, label, required: false },
  ...{ type: 'text', formula: `if(empty({${of.name}}), "none", "some")` },
});

/** Fields with unique names, whose conditions refer to earlier ones. */
function listOf(depth: number): fc.Arbitrary<Record<string, unknown>[]> {
  return fc
    .tuple(
      fc.array(fieldOf(depth), { minLength: 1, maxLength: 4 }),
      fc.shuffledSubarray(NAMES, { minLength: 4 }),
      fc.nat(9),
    )
    .map(([list, names, sign]) => {
      const fields = list.map((one, at) => ({ ...one, id: `f${made++}`, name: names[at] }));
      const first = fields[0];
      const last = fields.at(-1);
      if (!first || !last || first === last) return fields;
      const asks: Condition = { field: first.id, op: 'is_empty' };
      if (sign % 3 === 0) Object.assign(last, { visible_if: { or: [asks, { not: asks }] } });
      if (sign % 4 === 0) Object.assign(last, { required_if: asks });
      if (sign % 5 === 1) return [...fields.slice(0, -1), computedOf(last, first)];
      return fields;
    });
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a definition that becomes a JSON Schema', () => {
  it('is the same definition when the schema is read again', () => {
    let taken = 0;
    let computed = 0;
    fc.assert(
      fc.property(listOf(3), (list) => {
        const read = readFields(list);
        fc.pre(read.ok);
        if (!read.ok) return;
        taken += 1;
        if (read.fields.some(({ formula }) => formula)) computed += 1;
        const again = fieldsOfJsonSchema(json(jsonSchemaOf(read.fields)));
        expect(again).toEqual({ ok: true, fields: read.fields, notes: {} });
      }),
      { numRuns: 250 },
    );
    expect(taken).toBeGreaterThan(120);
    expect(computed).toBeGreaterThan(0);
  });

  it('keeps names, types and required fields when another program writes it without the annotation', () => {
    const plain = (list: readonly FieldDefinition[]): unknown[] =>
      list
        .map(({ name, label, type, multiple = false, options, fields }) => ({
          ...{ name, label, type, multiple, options },
          ...(fields ? { fields: plain(fields) } : {}),
        }))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
    fc.assert(
      fc.property(listOf(2), (list) => {
        const read = readFields(list);
        fc.pre(read.ok);
        if (!read.ok) return;
        const { $defs: _, ...keywords } = jsonSchemaOf(read.fields);
        const again = fieldsOfJsonSchema(json(keywords));
        expect(again.ok && json(plain(again.fields))).toEqual(json(plain(read.fields)));
      }),
      { numRuns: 120 },
    );
  });

  it('keeps of a property that was changed by hand what no keyword says', () => {
    const read = readFields([
      { id: 'f_1', name: 'name', label: 'Name', type: 'text', placeholder: 'Ada' },
      {
        ...{ id: 'f_2', name: 'born', label: 'Born', type: 'date', required: false },
        rules: [{ rule: 'min', value: '1900-01-01', message: 'So old?' }],
      },
      {
        ...{ id: 'f_3', name: 'cv', label: 'CV', type: 'file', placeholder: 'PDF' },
        rules: [{ rule: 'extensions', value: ['pdf'] }],
        visible_if: { field: 'f_4', op: 'is_not_empty' },
      },
      { id: 'f_4', name: 'job', label: 'Job', type: 'text' },
    ]);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const schema = jsonSchemaOf(read.fields);
    const properties = { ...(schema.properties as Record<string, object>) };
    properties.name = { ...properties.name, title: 'Full name', maxLength: 40 };
    properties.born = { ...properties.born, title: 'Birthday' };
    delete properties.job;
    const again = fieldsOfJsonSchema(json({ ...schema, properties, required: ['name'] }));
    expect(again).toEqual({
      ok: true,
      fields: [
        {
          ...{
            id: 'f_1',
            name: 'name',
            label: 'Full name',
            type: 'text',
            placeholder: 'Ada',
            required: true,
          },
          rules: [{ rule: 'max_length', value: 40 }],
        },
        { ...read.fields[1], label: 'Birthday' },
        expect.objectContaining({ id: 'f_3', rules: [{ rule: 'extensions', value: ['pdf'] }] }),
      ],
      notes: { cv: [expect.stringMatching(/^Its visible_if was left out: /)] },
    });
    expect(again.ok && again.fields[2]).not.toHaveProperty('visible_if');
  });
});

describe('a JSON Schema of another program', () => {
  const fieldsOf = (properties: object, more: object = {}) => {
    const read = fieldsOfJsonSchema(json({ type: 'object', properties, ...more }));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read;
  };

  it('may name its properties like what every object has', () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
    const read = fieldsOf(
      Object.fromEntries(names.map((name) => [name, { type: 'integer', format: 'toString' }])),
    );
    expect(read.fields.map(({ name }) => name)).toEqual(names);
    expect(Object.keys(read.notes)).toEqual(names);
    const proto = fieldsOfJsonSchema(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'));
    expect(proto.ok && proto.fields[0]).toMatchObject({ name: 'proto', label: '__proto__' });
  });

  it('loses a pattern that is not supported, a rule too large and a label that cannot be shown, and nothing else', () => {
    const read = fieldsOf({
      code: { type: 'string', pattern: '^(?=a)b', minLength: 2, title: 'Co\nde' },
      deep: { type: 'object', properties: { x: { type: 'string', pattern: '(a)\\1' } } },
      long: { type: 'string', minLength: 5, maxLength: 1_000_000 },
      odd: { type: 'number', minimum: 5, maximum: 1 },
      ' ': { type: 'string', title: '\u200b' },
      'a b': { type: 'string' },
      'a-b': { type: 'string' },
      a_b: { type: 'string' },
    });
    expect(
      read.fields.map(({ name, label, rules }) => [name, label, rules?.map(({ rule }) => rule)]),
    ).toEqual([
      ['code', 'Co de', ['min_length']],
      ['deep', 'deep', undefined],
      ['long', 'long', ['min_length']],
      ['odd', 'odd', undefined],
      ['_', '_', undefined],
      ['a_b_2', 'a b', undefined],
      ['a-b', 'a-b', undefined],
      ['a_b', 'a_b', undefined],
    ]);
    expect(Object.keys(read.notes)).toEqual([' ', 'a b', 'code', 'deep.x', 'long', 'odd']);
    expect(read.notes.code).toEqual([
      'The rule pattern was left out: A pattern cannot look ahead, look behind or change its flags',
    ]);
  });

  it('is noted where it says more than a form can', () => {
    const read = fieldsOf(
      {
        one: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        unique: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        map: {
          type: 'object',
          properties: { a: { type: 'string' } },
          minProperties: 1,
          additionalProperties: {},
        },
        numbers: { enum: [1, 2, null, { a: 1 }, ''], default: 2 },
        word: { const: 'yes' },
        whole: {
          allOf: [
            { type: 'string', minLength: 2 },
            { maxLength: 9, minLength: 3, pattern: '^a' },
          ],
        },
        both: { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }, { format: 'ipv4' }] },
      },
      { allOf: [{ properties: { more: { type: 'number' } }, required: ['more', 'word'] }], minProperties: 2 },
    );
    const named = Object.fromEntries(read.fields.map((field) => [field.name, field]));
    expect(read.notes).toEqual({
      '#': ['What minProperties says is not kept'],
      one: ['The kind of value is not known to forms; it is taken as JSON', 'What oneOf says is not kept'],
      unique: ['What uniqueItems says is not kept'],
      map: ['What minProperties says is not kept', 'What additionalProperties says is not kept'],
      numbers: [
        '2 of the choices cannot be options of a field and were left out',
        'The choices are kept as texts',
      ],
      both: ['The format ipv4 is not kept', 'Of several patterns, only the first is kept'],
    });
    expect(named.numbers).toMatchObject({
      type: 'select',
      default: '2',
      options: [{ id: '1' }, { id: '2' }],
    });
    expect(named.word).toMatchObject({
      type: 'select',
      required: true,
      options: [{ id: 'yes', label: 'yes' }],
    });
    expect(named.whole).toMatchObject({
      type: 'text',
      rules: [
        { rule: 'min_length', value: 3 },
        { rule: 'max_length', value: 9 },
        { rule: 'pattern', value: '^a' },
      ],
    });
    expect(named.more).toMatchObject({ type: 'number', required: true });
  });
});
