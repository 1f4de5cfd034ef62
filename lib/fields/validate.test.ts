import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '#tests/harness/cpu-time.ts';
import { CONTACT_RECORD } from './contact-record.ts';
import type { FieldDefinition, Rule } from './definition.ts';
import { englishErrors } from './english-problem.ts';
import { FIELD_TYPES, type FieldType } from './field-types.ts';
import { loadParsers } from './load-parsers.ts';
import { validate as check } from './validate.ts';

const OPTIONS = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));

function make(type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition {
  const options = ['select', 'checkboxes', 'multi-select'].includes(type) ? { options: OPTIONS } : {};
  const fields = type === 'form' ? { fields: [make('email', { id: 'm', name: 'mail', label: 'Mail' })] } : {};
  return { id: 'f', name: 'f', label: 'Field', type, ...options, ...fields, ...more };
}

/** With the English messages of the problems, as in the API. */
const validate = (...args: Parameters<typeof check>) => {
  const checked = check(...args);
  if (checked.ok) return checked;
  const { problems, ...rest } = checked;
  return { ...rest, errors: englishErrors(problems) };
};

/** The message for one value of one field, or null. */
function messageOf(field: FieldDefinition, value: unknown): string | null {
  const result = validate([field], { f: value });
  if (result.ok) {
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    const isTaken = !isEmpty || (field.type === 'json' && Array.isArray(value));
    expect(result.values).toEqual(isTaken ? { f: value } : {});
    return null;
  }
  return Object.entries(result.errors)
    .map(([path, messages]) => (path === 'f' ? '' : `${path}: `) + messages.join())
    .join(' | ');
}

// As on the server.
loadParsers();

const VALID: Record<FieldType, unknown[]> = {
  text: ['x', ' padded ', '😀', 'constructor'],
  textarea: ['two\nlines\tand a tab'],
  file: ['0190c0de-0000-7000-8000-000000000000'],
  json: ['{"a":1}', '[]', 'null', '1', { a: [1, null] }, [], 0, false],
  form: [{ mail: 'ada@example.org' }],
  number: [0, -1.5, 1e21],
  email: ['ada@example.org', 'ö@bücher.example', "o'neil+x@sub.example.co"],
  phone: ['+919876543210', '+14155552671', '+49301234567'],
  url: ['https://example.org', 'http://example.org:8080/a?b#c', 'HTTPS://BÜCHER.example'],
  date: ['2024-02-29'],
  time: ['09:30', '23:59:59'],
  datetime: ['2024-01-01T09:30:00Z', '2024-01-01T09:30:00.5+05:30'],
  checkboxes: [['a'], ['c', 'a']],
  select: ['a'],
  'multi-select': [['b']],
};

const WRONG: Record<FieldType, unknown[]> = {
  text: [1, true, {}, ['x']],
  textarea: [1, {}],
  file: [1, {}, 'x'.repeat(201)],
  json: ['{', 'hello', '{"a":}', { a: 'x\0' }, { a: '\ud800' }],
  form: ['x', 1, [{}]],
  number: ['12', Number.NaN, Number.POSITIVE_INFINITY, true],
  email: ['ada', 'ada@', '@example.org', 'a b@example.org', 'ada@example', 'a@b@c', 1],
  phone: ['0301234567', '+0123456789', '+12', '+1234567890123456', 'phone', '+1--- 5', 1],
  url: [
    'report.pdf',
    'javascript:alert(1)',
    'ftp://example.org',
    'http://',
    'https://a b.example',
    'http:///x',
    1,
  ],
  date: ['01/02/2024', '2024-02-30', '2024-1-1', '2024-01-01T00:00:00Z', 20240101],
  time: ['24:00', '9:30', 'noon', 930],
  datetime: ['2024-01-01', '2024-01-01T09:30', '2024-02-30T09:30:00Z', 0],
  checkboxes: ['a', { a: true }, ['a', 'a'], [1]],
  select: [1, ['a'], {}],
  'multi-select': ['a', 1, ['a', 'a']],
};

describe.each(FIELD_TYPES)('%s', (type) => {
  it.each(VALID[type].map((value) => [value]))('takes %j as it is', (value) =>
    expect(messageOf(make(type), value)).toBeNull(),
  );
  it.each(WRONG[type].map((value) => [value]))('refuses %j', (value) =>
    expect(messageOf(make(type), value)).toBe(`Field is not a valid ${type}`),
  );
  it.each([undefined, null, ''])('asks for what is missing: %j', (value) => {
    expect(messageOf(make(type), value)).toBe('Please enter Field');
    expect(messageOf(make(type, { required: false }), value)).toBeNull();
  });
  it('is a list where several may be given', () => {
    if (['checkboxes', 'multi-select'].includes(type)) return;
    const field = make(type, { multiple: true });
    expect(messageOf(field, VALID[type])).toBeNull();
    expect(messageOf(field, [])).toBe('Please enter Field');
    expect(messageOf(field, 'x')).toBe(`Field is not a valid ${type}`);
    const [valid] = VALID[type];
    const place = type === 'select' ? '' : 'f[1]: ';
    expect(messageOf(field, [valid, WRONG[type].at(-1)])).toBe(`${place}Field is not a valid ${type}`);
  });
});

describe('the messages', () => {
  it.each([
    'text',
    'textarea',
    'email',
    'phone',
    'url',
    'number',
    'date',
    'time',
    'datetime',
    'select',
    'json',
  ] as const)('of only blanks in %s', (type) => {
    expect(messageOf(make(type), ' \t\u00a0')).toBe('Field cannot be a blank character');
    expect(messageOf(make(type, { required: false }), ' ')).toBe('Field cannot be a blank character');
  });

  it.each([
    ['zero width space', '\u200b'],
    ['word joiner', '\u2060'],
    ['soft hyphen', '\u00ad'],
    ['Hangul filler', '\u3164'],
    ['halfwidth Hangul filler', '\uffa0'],
    ['Hangul choseong filler', '\u115f\u1160'],
    ['empty Braille cell', '\u2800'],
    ['combining grapheme joiner', '\u034f'],
    ['bidirectional marks', '\u200e\u200f\u061c\u202a\u202c\u2066\u2069'],
    ['byte order mark', '\ufeff'],
    ['Mongolian vowel separator', '\u180e'],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['tags', '\u{e0001}\u{e0061}'],
    ['annotation marks', '\ufff9\ufffb'],
    ['musical fillers', '\u{1d159}\u{1d173}'],
    ['several of them among blanks', ' \u200b\u00a0\u2800\n'],
  ])('of only invisible characters: %s', (_, value) => {
    for (const type of ['textarea', 'email', 'url', 'phone', 'number', 'date', 'select'] as const)
      expect(messageOf(make(type), value)).toBe('Field cannot be a blank character');
    expect(messageOf(make('text'), value.replace('\n', ''))).toBe('Field cannot be a blank character');
    expect(messageOf(make('textarea'), `${value}a`)).toBeNull();
  });

  it('of no text that can be seen', () => {
    for (const value of ['👩🏽‍🚀', '❤️', 'क्ष', 'می‌خواهم', '\u0301', '⠁', '٪', '\u0600', '·'])
      expect(messageOf(make('text'), value)).toBeNull();
  });

  it('of what is not among the options', () => {
    expect(messageOf(make('select'), 'd')).toBe('Field must be one of [a, b, c]');
    expect(messageOf(make('select'), 'A')).toBe('Field must be one of [a, b, c]');
    expect(messageOf(make('checkboxes'), ['a', 'd'])).toBe('Field must be one of [a, b, c]');
    expect(messageOf(make('multi-select'), ['constructor'])).toBe('Field must be one of [a, b, c]');
  });

  const RULES: [FieldType, Rule[], unknown, string | null][] = [
    ['text', [{ rule: 'length', value: 3 }], 'ab', 'Field must be exactly 3 characters long'],
    ['text', [{ rule: 'length', value: 3 }], 'a😀b', null],
    ['text', [{ rule: 'min_length', value: 3 }], 'ab', 'Field must be at least 3 characters long'],
    ['text', [{ rule: 'max_length', value: 1 }], 'ab', 'Field cannot be longer than 1 character'],
    [
      'textarea',
      [
        { rule: 'min_length', value: 2 },
        { rule: 'max_length', value: 3 },
      ],
      'abcd',
      'Field must be between 2 and 3 characters long',
    ],
    ['number', [{ rule: 'equal', value: 4 }], 5, 'Field must be equal to 4'],
    ['number', [{ rule: 'min', value: 4 }], 3.9, 'Field cannot be less than 4'],
    ['number', [{ rule: 'max', value: 4 }], 4.1, 'Field cannot be greater than 4'],
    [
      'number',
      [
        { rule: 'min', value: 1 },
        { rule: 'max', value: 4 },
      ],
      0,
      'Field must be between 1 and 4',
    ],
    ['checkboxes', [{ rule: 'count', value: 2 }], ['a'], 'Field must have exactly 2 entries'],
    ['checkboxes', [{ rule: 'min_count', value: 2 }], ['a'], 'Field must have at least 2 entries'],
    ['multi-select', [{ rule: 'max_count', value: 1 }], ['a', 'b'], 'Field cannot have more than 1 entry'],
    [
      'multi-select',
      [
        { rule: 'min_count', value: 1 },
        { rule: 'max_count', value: 2 },
      ],
      ['a', 'b', 'c'],
      'Field must have between 1 and 2 entries',
    ],
    ['date', [{ rule: 'date_format', value: 'DD.MM.YYYY' }], '31.12.2024', null],
    [
      'date',
      [{ rule: 'date_format', value: 'DD.MM.YYYY' }],
      '2024-12-31',
      'Field must be a date written as DD.MM.YYYY',
    ],
    [
      'date',
      [{ rule: 'date_format', value: 'DD.MM.YYYY' }],
      '31.02.2024',
      'Field is not a day of the calendar',
    ],
    [
      'text',
      [{ rule: 'date_format', value: 'MM/DD/YYYY' }],
      '1/2/2024',
      'Field must be a date written as MM/DD/YYYY',
    ],
    ['date', [{ rule: 'min', value: '2024-01-01' }], '2023-12-31', 'Field cannot be before 2024-01-01'],
    [
      'date',
      [
        { rule: 'date_format', value: 'DD.MM.YYYY' },
        { rule: 'max', value: '2024-01-01' },
      ],
      '02.01.2024',
      'Field cannot be after 2024-01-01',
    ],
    ['time', [{ rule: 'min', value: '09:00' }], '09:00:00', null],
    ['datetime', [{ rule: 'max', value: '2024-01-01T00:00:00Z' }], '2024-01-01T01:00:00+02:00', null],
    ['text', [{ rule: 'pattern', value: '^[A-Z]+$' }], 'abc', 'Field does not have the required form'],
    [
      'text',
      [{ rule: 'pattern', value: '^[A-Z]+$', message: 'Capitals, please' }],
      'abc',
      'Capitals, please',
    ],
    ['number', [{ rule: 'min', value: 4, message: 'Four at least' }], 3, 'Four at least'],
    [
      'text',
      [{ rule: 'pattern', value: '^(a+)+$' }],
      'a'.repeat(10_001),
      'Field cannot be longer than 10000 characters',
    ],
  ];
  it.each(RULES)('of %s with %j given %j', (type, rules, value, message) => {
    expect(messageOf(make(type, { rules }), value)).toBe(message);
  });

  it('of a file by what was uploaded', () => {
    const rules: Rule[] = [
      { rule: 'extensions', value: ['pdf', 'docx'] },
      { rule: 'max_bytes', value: 1_500_000 },
    ];
    const files: Record<string, { name: string; size: number }> = {
      fine: { name: 'CV.PDF', size: 1_500_000 },
      picture: { name: 'cv.pdf.png', size: 1 },
      bare: { name: 'pdf', size: 1 },
      large: { name: 'cv.pdf', size: 1_500_001 },
    };
    const fileOf = (id: string) => (Object.hasOwn(files, id) ? files[id] : undefined);
    const sentenceWith = (id: string) => {
      const result = validate([make('file', { rules })], { f: id }, { fileOf });
      return result.ok ? null : result.errors.f?.[0];
    };
    expect(sentenceWith('fine')).toBeNull();
    expect(sentenceWith('picture')).toBe('Field must be a file of one of these types: pdf, docx');
    expect(sentenceWith('bare')).toBe('Field must be a file of one of these types: pdf, docx');
    expect(sentenceWith('large')).toBe('Field cannot be larger than 1.5 MB');
    expect(sentenceWith('unknown')).toBe('Field is not a valid file');
  });

  it('of what no store can keep', () => {
    for (const value of ['a\0b', 'a\ud800'])
      for (const type of ['text', 'textarea', 'email', 'url', 'select', 'file'] as const)
        expect(messageOf(make(type), value)).not.toBeNull();
    expect(messageOf(make('text'), 'two\nlines')).toMatch(/cannot be shown/);
  });

  it('of a pattern that was too slow for its text, with a code of its own', () => {
    const slow = make('text', { rules: [{ rule: 'pattern', value: 'a[ab]{400}d', message: 'No d' }] });
    const text = Array.from({ length: 10_000 }, (_, n) => (Math.sin(n * n) > 0 ? 'a' : 'b')).join('');
    expect(validate([slow], { f: text })).toEqual({
      ok: false,
      errors: { f: ['Field takes too long to check; shorten it, or ask for a simpler pattern'] },
      code: 'pattern_too_slow',
    });
    expect(validate([slow], { f: 'ab' })).toEqual({ ok: false, errors: { f: ['No d'] } });
  });

  it('of no name in a long list, in whatever script', () => {
    const rules: Rule[] = [{ rule: 'pattern', value: "^[\\p{L} .'-]{2,100}$" }];
    const name = make('text', { id: 'n', name: 'name', label: 'Name', rules });
    const people = make('form', { multiple: true, fields: [name] });
    const names = ['Александр Достоевский', 'Екатерина Щербакова', 'Юрий Иванов-Петров', 'Ёлкина Мария'];
    const rows = Array.from({ length: 1000 }, (_, n) => ({ name: names[n % names.length] }));
    expect(validate([people], { f: rows }).ok).toBe(true);
  });

  it('of names that nobody knows, and of no more places than can be read', () => {
    const sent = JSON.parse(`{"f":"x","__proto__":{"polluted":1},"${'y'.repeat(5000)}":1}`);
    const result = validate([make('text')], sent);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(Object.keys(result.errors).map((path) => path.slice(0, 12))).toEqual([
      '__proto__',
      'yyyyyyyyyyyy',
    ]);
    expect(Object.keys(result.errors).every((path) => path.length <= 100)).toBe(true);
    const many = validate([], Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`n${n}`, n])));
    expect(!many.ok && Object.keys(many.errors)).toHaveLength(200);
    for (const wrong of [null, undefined, 1, 'x', []]) expect(validate([], wrong).ok).toBe(false);
  });
});

describe('an empty value', () => {
  it('is not stored, at any depth', () => {
    const inner = make('form', {
      id: 'g',
      name: 'group',
      required: false,
      fields: [make('text', { id: 'n', name: 'note', required: false })],
    });
    const rows = make('form', {
      id: 'r',
      name: 'rows',
      multiple: true,
      fields: [
        make('number', { id: 'a', name: 'a' }),
        make('date', { id: 'b', name: 'b', required: false }),
        make('multi-select', { id: 'c', name: 'c', required: false }),
      ],
    });
    const fields = [
      make('text', { id: 't', name: 'text', required: false }),
      make('checkboxes', { id: 'o', name: 'options', required: false }),
      make('json', { id: 'j', name: 'list', required: false }),
      make('email', { id: 'm', name: 'mails', multiple: true, required: false }),
      inner,
      rows,
    ];
    const sent = {
      text: '',
      options: [],
      list: [],
      mails: null,
      group: { note: '' },
      rows: [{ a: 0, b: null, c: [] }, { a: 1 }],
    };
    const before = structuredClone(sent);
    const stored = { list: [], rows: [{ a: 0 }, { a: 1 }] };
    expect(validate(fields, sent)).toEqual({ ok: true, values: stored });
    expect(validate(fields, sent, { hidden: 'keep' })).toEqual({ ok: true, values: stored });
    expect(sent).toEqual(before);
  });

  it('stores an empty list or object that is the value of a json field, and no empty text or null', () => {
    const fields = [make('json', { id: 'j', name: 'j', required: false })];
    for (const j of [[], {}, '[]', 'null', 0, false])
      expect(validate(fields, { j })).toEqual({ ok: true, values: { j } });
    for (const j of ['', null]) expect(validate(fields, { j })).toEqual({ ok: true, values: {} });
    const several = [make('json', { id: 'j', name: 'j', required: false, multiple: true })];
    expect(validate(several, { j: [] })).toEqual({ ok: true, values: {} });
    expect(validate(several, { j: [[]] })).toEqual({ ok: true, values: { j: [[]] } });
  });
});

describe('names that every object has', () => {
  const NAMES = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'isPrototypeOf'];
  const fields = NAMES.map((name) => make('text', { id: name, name, required: false }));
  const required = fields.map((field) => ({ ...field, required: true }));

  it('are names of fields like others', () => {
    expect(validate(fields, {})).toEqual({ ok: true, values: {} });
    const all = Object.fromEntries(NAMES.map((name) => [name, name]));
    expect(validate(required, all)).toEqual({ ok: true, values: all });
    const missing = validate(required, {});
    expect(!missing.ok && Object.keys(missing.errors)).toEqual(NAMES);
    const nested = [make('form', { fields: required })];
    const inside = validate(nested, { f: {} });
    expect(!inside.ok && Object.keys(inside.errors)).toEqual(NAMES.map((name) => `f.${name}`));
  });

  it('are refused where no field has them, __proto__ as well', () => {
    for (const name of [...NAMES, '__proto__']) {
      const sent = JSON.parse(`{"${name}":"x"}`);
      const top = validate([], sent);
      expect(!top.ok && Object.entries(top.errors)).toEqual([[name, [`There is no field named “${name}”`]]]);
      const people = make('form', { multiple: true, fields: [make('text', { required: false })] });
      const inner = validate([people], { f: [sent] });
      expect(!inner.ok && Object.keys(inner.errors)).toEqual([`f[0].${name}`]);
    }
  });
});

describe('nested forms', () => {
  const people = make('form', {
    name: 'people',
    label: 'People',
    multiple: true,
    fields: [
      make('text', { id: 'n', name: 'name', label: 'Name' }),
      make('email', { id: 'm', name: 'mail', label: 'Mail' }),
    ],
    rules: [{ rule: 'max_count', value: 2 }],
  });
  const ada = { name: 'Ada', mail: 'ada@example.org' };

  it('say the path of what is wrong', () => {
    const result = validate([people], { people: [ada, { name: '', mail: 'x', extra: 1 }] });
    expect(result).toEqual({
      ok: false,
      errors: {
        'people[1].name': ['Please enter Name'],
        'people[1].mail': ['Mail is not a valid email'],
        'people[1].extra': ['There is no field named “extra”'],
      },
    });
  });
  it('report the same paths again, however many were reported meanwhile', () => {
    const list = (name: string) =>
      make('form', { name, multiple: true, fields: [make('text', { name: 'word', label: 'Word' })] });
    const entries = Array.from({ length: 150 }, () => ({ '1': 'unknown' }));
    for (const name of [...'abcdefghij', ...'abcdefghij']) {
      const result = validate([list(name)], { [name]: entries });
      const expectedPaths = entries.flatMap((_, at) => [`${name}[${at}].word`, `${name}[${at}].1`]);
      expect(result.ok ? [] : Object.keys(result.errors)).toEqual(expectedPaths.slice(0, 200));
    }
    const inner = make('form', { name: 'in', multiple: true, fields: [make('text', { name: 'word' })] });
    const outer = make('form', { name: 'a', multiple: true, fields: [inner] });
    const deep = validate([outer], { a: [{ in: [{ word: 'x' }, { word: 1 }] }, { in: 'x' }] });
    expect(deep.ok ? [] : Object.keys(deep.errors)).toEqual(['a[0].in[1].word', 'a[1].in']);
  });
  it('count their entries', () => {
    expect(validate([people], { people: [ada, ada, ada] })).toEqual({
      ok: false,
      errors: { people: ['People cannot have more than 2 entries'] },
    });
    expect(validate([people], { people: [ada, null] })).toEqual({
      ok: false,
      errors: { 'people[1]': ['Please enter People'] },
    });
  });
  it('are not given when an optional one was left empty', () => {
    const address = { ...make('form'), required: false };
    expect(validate([address], { f: { mail: '' } }).ok).toBe(true);
    expect(validate([address], { f: { mail: 'x' } }).ok).toBe(false);
    expect(validate([address], { f: { other: '' } }).ok).toBe(false);
    expect(validate([make('form')], { f: {} })).toEqual({
      ok: false,
      errors: { 'f.mail': ['Please enter Mail'] },
    });
  });
});

describe('hidden, required and computed fields', () => {
  const company = make('checkboxes', { id: 'c', name: 'company', required: false });
  const vat: FieldDefinition = {
    ...make('text', { id: 'v', name: 'vat', label: 'VAT' }),
    visible_if: { field: 'c', op: 'includes', value: 'a' },
  };
  const fields = [company, vat];

  it('drops or preserves hidden values, and never requires them', () => {
    expect(validate(fields, { vat: 'X' })).toEqual({ ok: true, values: {} });
    expect(validate(fields, { vat: 'X' }, { hidden: 'keep' })).toEqual({ ok: true, values: { vat: 'X' } });
    expect(validate(fields, { vat: 5 }, { hidden: 'keep' })).toEqual({ ok: true, values: {} });
    expect(validate(fields, { company: ['a'] })).toEqual({
      ok: false,
      errors: { vat: ['Please enter VAT'] },
    });
  });
  it('asks for a field only when its condition holds', () => {
    const companyFields = [company, { ...vat, visible_if: undefined, required_if: vat.visible_if }];
    expect(validate(companyFields, {}).ok).toBe(true);
    expect(validate(companyFields, { company: ['b'] }).ok).toBe(true);
    expect(validate(companyFields, { company: ['a'] }).ok).toBe(false);
  });
  it('computes whatever was sent, in every entry and over them', () => {
    const number = (name: string, more: Partial<FieldDefinition> = {}) =>
      make('number', { id: name, name, label: name, ...more });
    const order = [
      make('form', {
        id: 'items',
        name: 'items',
        multiple: true,
        fields: [
          number('price'),
          number('amount'),
          number('cost', { formula: '{price} * {amount} * {rate}' }),
        ],
      }),
      number('rate'),
      number('total', { formula: 'sum({items.cost})', rules: [{ rule: 'max', value: 100 }] }),
    ];
    const items = [
      { price: 2, amount: 3, cost: 0 },
      { price: 0.1, amount: 2 },
    ];
    expect(validate(order, { items, rate: 2, total: -1 })).toEqual({
      ok: true,
      values: {
        items: [
          { price: 2, amount: 3, cost: 12 },
          { price: 0.1, amount: 2, cost: 0.4 },
        ],
        rate: 2,
        total: 12.4,
      },
    });
    expect(validate(order, { items, rate: 20 })).toEqual({
      ok: false,
      errors: { total: ['total cannot be greater than 100'] },
    });
  });
});

describe('properties', () => {
  const cases = FIELD_TYPES.flatMap((type) => VALID[type].map((value) => ({ type, value })));
  it('a valid value stays valid and unchanged beside any other value', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...cases), { maxLength: 10 }), (chosen) => {
        const fields = chosen.map(({ type }, at) => make(type, { id: `f${at}`, name: `n${at}` }));
        const values = Object.fromEntries(chosen.map(({ value }, at) => [`n${at}`, value]));
        expect(validate(fields, values)).toEqual({ ok: true, values });
      }),
    );
  });
  it('nothing that JSON can hold makes it throw', () => {
    const fields = FIELD_TYPES.map((type, at) => make(type, { id: `f${at}`, name: type }));
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(FIELD_TYPES.map((type) => [type, fc.jsonValue()]))),
        (values) => {
          const result = validate(fields, values);
          expect(typeof result.ok).toBe('boolean');
        },
      ),
    );
  });
  it('checks 5 MB at once', () => {
    const values = { f: Array.from({ length: 300_000 }, () => ({ mail: 'not' })) };
    const spent = cpuTime(() => expect(validate([make('form', { multiple: true })], values).ok).toBe(false));
    expect(spent).toBeLessThan(1000);
  });
});

describe('the contact record', () => {
  it('has the fields of the product rules, in order', () => {
    expect(CONTACT_RECORD.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['name', 'text', true],
      ['email', 'email', true],
      ['contact_number', 'phone', true],
      ['occupation', 'text', true],
      ['company_name', 'text', false],
      ['address', 'text', true],
      ['about', 'textarea', true],
    ]);
  });
});
