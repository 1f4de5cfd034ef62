import { domainToASCII } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTACT_RECORD } from './contact-record.ts';
import type { FieldDefinition } from './definition.ts';
import { FIELD_TYPES, type FieldType } from './field-types.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { loadParsers } from './load-parsers.ts';
import { readFields } from './read-definition.ts';
import { fieldsOfJsonSchema } from './read-json-schema.ts';
import { validate } from './validate.ts';

loadParsers();

const OPTIONS = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));
const isChoice = (type: FieldType) => ['select', 'checkboxes', 'multi-select'].includes(type);

function make(name: string, type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition {
  const field: FieldDefinition = { id: name, name, label: name.toUpperCase(), type, required: true, ...more };
  if (isChoice(type)) field.options = OPTIONS;
  if (type === 'form')
    field.fields = [make(`${name}_mail`, 'email'), make(`${name}_n`, 'number', { required: false })];
  return field;
}

/** Maps an IRI to a URI as in RFC 3987 §3.1. */
const uriOf = (iri: string) => iri.replace(/[^\x20-\x7e]+/gu, encodeURIComponent);
/**
 * As RFC 6531 extends an address: other letters are allowed wherever ASCII ones are, domains have their ASCII
 * form.
 */
const asciiEmailOf = (address: string) => {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).replace(/[^\x20-\x7e]/gu, 'x')}@${domainToASCII(address.slice(at + 1))}`;
};
const isFormat = (name: 'email' | 'uri') =>
  new Ajv2020({ formats: fullFormats }).compile({ type: 'string', format: name });
const [isEmail, isUri] = [isFormat('email'), isFormat('uri')];

/**
 * The package has no formats for international addresses: its other formats are applied to the ASCII form.
 */
const FORMATS = {
  ...fullFormats,
  'idn-email': (text: string) => isEmail(asciiEmailOf(text)),
  iri: (text: string) => isUri(uriOf(text)),
};
const compiled = new Map<string, ValidateFunction>();

/** Strict, as programs that use our schemas may be. */
function validatorOf(fields: readonly FieldDefinition[]): ValidateFunction {
  const schema = jsonSchemaOf(fields);
  const key = JSON.stringify(schema);
  const made = compiled.get(key) ?? new Ajv2020({ strict: true, formats: FORMATS }).compile(schema);
  compiled.set(key, made);
  return made;
}

const ALL = FIELD_TYPES.flatMap((type) => [
  make(`${type}-one`, type),
  make(`${type}-free`, type, { required: false }),
  ...(type === 'checkboxes' || type === 'multi-select'
    ? []
    : [make(`${type}-many`, type, { multiple: true })]),
]);

describe('the JSON Schema of a definition', () => {
  it('uses the keywords of the standard where there are any', () => {
    const { $defs, ...message } = jsonSchemaOf([
      make('name', 'text', { help: 'Yours', rules: [{ rule: 'max_length', value: 20 }] }),
      make('hidden', 'number', { visible_if: { field: 'name', op: 'equals', value: 'x' } }),
      make('pick', 'select', { required: false, default: 'a' }),
    ]);
    expect(Object.keys($defs ?? {})).toEqual(['x-hubkeep']);
    expect(message).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        name: {
          title: 'NAME',
          description: 'Yours',
          $comment: 'type: text',
          type: 'string',
          maxLength: 20,
          pattern: '\\S',
        },
        hidden: { title: 'HIDDEN', $comment: 'type: number', type: 'number' },
        pick: {
          title: 'PICK',
          $comment: 'type: select',
          default: 'a',
          type: 'string',
          oneOf: OPTIONS.map(({ id, label }) => ({ const: id, title: label })),
        },
      },
      required: ['name'],
      additionalProperties: false,
    });
  });

  it('is read by a strict validator, with every type', () => {
    expect(() => validatorOf(ALL)).not.toThrow();
  });

  /** Values whose validity both can decide: no calendar dates, no edge cases of addresses. */
  const samples: Record<FieldType, unknown[]> = {
    text: ['x', ' ', '', 'abcdef', 1, null, ['x']],
    textarea: ['a\nb', '', '\t', 1],
    file: ['id', '', 5],
    json: [{ a: 1 }, '{"a":1}', [], 0, '', null],
    form: [{ one: 1 }, {}, 'x', []],
    number: [0, 3, 7.5, '3', Number.MAX_VALUE, null],
    email: ['ada@example.org', 'ada', '', 7],
    phone: ['+49 30 1234567', '+14155552671', '030', '', 7],
    url: ['https://example.org/a?b', 'HTTP://example.org', 'example', 'ftp://example.org', '', 7],
    date: ['2024-02-29', '2024-2-9', 'x', 7],
    time: ['09:30', '09:30:10', '25:00', 7],
    datetime: ['2024-02-29T09:30:00Z', '2024-02-29T09:30:00+05:30', '2024-02-29', 7],
    checkboxes: [['a'], ['a', 'b'], ['a', 'a'], ['d'], [], 'a'],
    select: ['a', 'd', '', ['a'], 7],
    'multi-select': [['b'], ['b', 'b'], [''], [], 'b'],
  };

  const rules: Partial<Record<FieldType, FieldDefinition['rules'][]>> = {
    text: [
      [{ rule: 'length', value: 1 }],
      [
        { rule: 'min_length', value: 2 },
        { rule: 'max_length', value: 6 },
      ],
      [{ rule: 'pattern', value: '^[a-z]+$' }],
      [{ rule: 'date_format', value: 'DD.MM.YYYY' }],
    ],
    number: [
      [
        { rule: 'min', value: 1 },
        { rule: 'max', value: 7 },
      ],
      [{ rule: 'equal', value: 3 }],
    ],
    checkboxes: [
      [{ rule: 'count', value: 2 }],
      [{ rule: 'min_count', value: 2 }],
      [{ rule: 'max_count', value: 1 }],
    ],
    phone: [[{ rule: 'pattern', value: '^\\+49' }]],
  };

  it('agrees with the validator', () => {
    const field = fc.constantFrom(...FIELD_TYPES).chain((type) =>
      fc
        .record({
          required: fc.boolean(),
          rules: fc.constantFrom(undefined, ...(rules[type] ?? [])),
          multiple: isChoice(type) ? fc.constant(undefined) : fc.boolean(),
        })
        .map((more) => make('f', type, more)),
    );
    const withValue = field.chain((definition) => {
      const valid =
        definition.type === 'form'
          ? fc.constantFrom<unknown>(
              { f_mail: 'ada@example.org' },
              { f_mail: 'x', f_n: 1 },
              { f_mail: 'ada@example.org', f_n: 'x' },
              ...samples.form,
            )
          : fc.constantFrom(...samples[definition.type]);
      const value = definition.multiple
        ? fc.oneof(
            { weight: 5, arbitrary: fc.array(valid, { maxLength: 3 }) },
            { weight: 1, arbitrary: valid },
          )
        : valid;
      return fc.record({ definition: fc.constant(definition), value, isPresent: fc.boolean() });
    });
    let agreed = 0;
    fc.assert(
      fc.property(withValue, ({ definition, value, isPresent }) => {
        const values = isPresent ? { f: value } : {};
        // An empty value counts as missing here; in a schema, an optional property exists or doesn't.
        const isEmpty =
          value === null ||
          value === '' ||
          (Array.isArray(value) && value.length === 0) ||
          JSON.stringify(value) === '{}';
        fc.pre(!(isPresent && isEmpty && !definition.required));
        agreed += 1;
        expect(validatorOf([definition])(values)).toBe(validate([definition], values).ok);
      }),
      { numRuns: 1500 },
    );
    expect(agreed).toBeGreaterThan(1000);
  });

  it.each([
    ['email', 'jörg@müller.example'],
    ['email', 'δοκιμή@παράδειγμα.gr'],
    ['email', '用户@例子.中国'],
    ['email', 'ada@xn--mller-kva.example'],
    ['url', 'https://müller.example/straße?ort=Köln#über'],
    ['url', 'https://例子.中国/路径'],
    ['url', 'https://مثال.إختبار/صفحة'],
  ] as const)(
    'takes the international %s %s that we store, which the format for ASCII alone does not',
    (type, typed) => {
      const fields = [make('one', type), make('many', type, { multiple: true })];
      const stored = validate(fields, { one: typed, many: [typed] });
      expect(stored).toMatchObject({ ok: true });
      const accepts = validatorOf(fields);
      expect(stored.ok && accepts(stored.values), JSON.stringify(accepts.errors)).toBe(true);
      if (!/^[ -~]*$/.test(typed)) expect((type === 'email' ? isEmail : isUri)(typed)).toBe(false);
      // Also for a schema by another program, without our annotation.
      expect(fieldsOfJsonSchema(keywordsOf(fields))).toMatchObject({
        ok: true,
        fields: [{ type }, { type }],
      });
    },
  );
});

/** Without the annotation: what other programs read and write. */
function keywordsOf(fields: readonly FieldDefinition[]) {
  const { $defs: _, ...keywords } = jsonSchemaOf(fields);
  return keywords;
}

describe('a JSON Schema that is read', () => {
  it('gives back what a definition said', () => {
    const fields = ALL.map((field) => ({ ...field, rules: undefined }));
    const read = fieldsOfJsonSchema(keywordsOf(ALL));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const plain = (list: readonly FieldDefinition[]): unknown[] =>
      list.map(({ id: _, fields: inner, ...field }) => ({
        ...field,
        multiple: field.multiple ?? false,
        ...(inner ? { fields: plain(inner) } : {}),
      }));
    expect(JSON.parse(JSON.stringify(plain(read.fields)))).toEqual(JSON.parse(JSON.stringify(plain(fields))));
    expect(read.notes).toEqual({});
  });

  it('gives back the rules', () => {
    const fields: FieldDefinition[] = [
      make('a', 'text', {
        rules: [
          { rule: 'min_length', value: 2 },
          { rule: 'max_length', value: 5 },
          { rule: 'pattern', value: '^a' },
        ],
      }),
      make('b', 'number', {
        rules: [
          { rule: 'min', value: 1 },
          { rule: 'max', value: 2 },
        ],
      }),
      make('c', 'checkboxes', {
        rules: [
          { rule: 'min_count', value: 2 },
          { rule: 'max_count', value: 3 },
        ],
      }),
      make('d', 'phone', { rules: [{ rule: 'pattern', value: '^\\+49' }] }),
      make('e', 'textarea', { rules: [{ rule: 'length', value: 5 }] }),
    ];
    const read = fieldsOfJsonSchema(keywordsOf(fields));
    expect(read.ok && read.fields.map(({ rules }) => rules)).toEqual(fields.map(({ rules }) => rules));
  });

  it('says what a form cannot', () => {
    const read = fieldsOfJsonSchema(
      {
        type: 'object',
        $defs: {
          person: {
            type: 'object',
            properties: { mail: { type: 'string', format: 'email' } },
            required: ['mail'],
          },
        },
        properties: {
          'first name': { type: 'string', minLength: 1, maxLength: 40 },
          age: { type: 'integer', minimum: 0, exclusiveMaximum: 150 },
          agreed: { type: 'boolean' },
          colour: { enum: ['red', 'green'], default: 'blue' },
          tags: { type: 'array', items: { enum: ['x', 'y'] }, minItems: 2 },
          people: { type: 'array', items: { $ref: '#/$defs/person' }, maxItems: 3 },
          lost: { $ref: 'https://example.org/elsewhere' },
          loop: { $ref: '#/properties/loop' },
          anything: true,
          ip: { type: ['string', 'null'], format: 'ipv4' },
        },
        required: ['first name'],
      },
      (() => {
        let n = 0;
        return () => `id${n++}`;
      })(),
    );
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    expect(read.fields.map(({ name, type, multiple }) => [name, type, multiple ?? false])).toEqual([
      ['first_name', 'text', false],
      ['age', 'number', false],
      ['agreed', 'select', false],
      ['colour', 'select', false],
      ['tags', 'multi-select', false],
      ['people', 'form', true],
      ['ip', 'text', false],
    ]);
    expect(read.fields[5]?.fields?.[0]).toMatchObject({ name: 'mail', type: 'email', required: true });
    expect(Object.keys(read.notes).sort()).toEqual([
      'age',
      'agreed',
      'anything',
      'colour',
      'first name',
      'ip',
      'loop',
      'lost',
    ]);
    expect(validate(read.fields, { first_name: 'Ada', tags: ['x', 'y'] }).ok).toBe(true);
  });

  it('may be anything at all', () => {
    for (const wrong of [null, [], 'x', {}, { properties: 1 }])
      expect(fieldsOfJsonSchema(wrong).ok).toBe(false);
    const key = fc.constantFrom(
      'type',
      'properties',
      'items',
      'enum',
      'oneOf',
      '$ref',
      'pattern',
      'format',
      'minLength',
      'default',
      'a',
    );
    const schema = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom('string', 'object', 'array', 'number', '#', '#/properties/a', 1, null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree')),
      ),
    })).tree;
    fc.assert(
      fc.property(schema, (properties) => {
        const read = fieldsOfJsonSchema({ type: 'object', properties });
        if (read.ok) expect(readFields(read.fields).ok).toBe(true);
      }),
      { numRuns: 1000 },
    );
    let deep: object = { type: 'string' };
    for (let n = 0; n < 50; n += 1) deep = { type: 'object', properties: { a: deep } };
    expect(fieldsOfJsonSchema(deep).ok).toBe(false);
  });

  it('takes the contact record there and back', () => {
    const made = readFields(CONTACT_RECORD);
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    const read = fieldsOfJsonSchema(keywordsOf(made.fields));
    expect(read.ok && read.fields.map(({ name, type, required }) => ({ name, type, required }))).toEqual(
      CONTACT_RECORD.map(({ name, type, required }) => ({ name, type, required })),
    );
  });
});
