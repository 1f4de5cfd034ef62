import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition, Rule, Values } from '#lib/fields/definition.ts';
import { FIELD_TYPES } from '#lib/fields/field-types.ts';
import { hintFor, hintsFor } from '#lib/fields/hints.ts';
import { loadParsers } from '#lib/fields/load-parsers.ts';
import { validate } from '#lib/fields/validate.ts';

beforeAll(loadParsers);

const options = [
  { id: 'a', label: 'Apples' },
  { id: 'b', label: 'Pears' },
];
const field = (type: FieldDefinition['type'], rules: Rule[] = [], more: Partial<FieldDefinition> = {}) =>
  ({
    id: 'f_it',
    name: 'it',
    label: 'It',
    type,
    rules,
    options,
    fields: [],
    ...more,
  }) satisfies FieldDefinition;

const fileOf = () => ({ name: 'a.exe', size: 3_000_000 });

/** The hint for the problem that the validator finds in a value. */
function hint(definition: FieldDefinition, value: unknown, country: string | null = null): string | null {
  const values: Values = { it: value };
  const checked = validate([definition], values, { country, fileOf });
  if (checked.ok) throw new Error('it was taken');
  const [problem] = checked.problems;
  const [message] =
    hintsFor([definition], values, checked.problems, { country, fileOf })[problem?.path ?? ''] ?? [];
  if (problem?.path === 'it')
    expect(message ?? null).toBe(hintFor(problem, definition, value, { country, fileOf }));
  return message ?? null;
}

const rule = (name: string, value: unknown, own?: string): Rule =>
  ({ rule: name, value, ...(own ? { message: own } : {}) }) as Rule;

describe('hints at a valid value', () => {
  it.each(FIELD_TYPES)('is said where a value of type %s is missing, or of another kind', (type) => {
    const isText = type === 'text' || type === 'textarea';
    if (isText) expect(hint(field(type), '  ')).toMatch(/\w/);
    else expect(hint(field(type), undefined)).toMatch(/\w/);
    expect(hint(field(type), type === 'json' ? '{' : [7])).toMatch(/\w/);
  });

  it.each<[FieldDefinition, unknown, string]>([
    [field('text', [rule('min_length', 5)]), 'abc', 'It has 3 characters now'],
    [field('text', [rule('length', 5)]), 'a', 'It has 1 character now'],
    [field('text', [rule('pattern', '^a+$')]), 'b', 'It has to fit the pattern ^a+$'],
    [field('text', [rule('pattern', '^a+$')], { placeholder: 'aaa' }), 'b', 'For example: aaa'],
    [
      field('text', [rule('date_format', 'DD.MM.YYYY')]),
      '1 May',
      'Write a day of the calendar, such as 24.12.2026',
    ],
    [field('text'), 3, 'Send it as a text'],
    [field('text', [], { multiple: true }), 'x', 'Send a list of values'],
    [field('email'), 'ada', 'Write one address with an @ and a domain, such as name@example.com'],
    [field('email'), 'a da@b.example', 'Remove the blanks within the address, such as name@example.com'],
    [field('url'), 'node.js/a', 'Begin with https:// or http://, such as https://node.js/a'],
    [field('url'), 'ftp://example.org', 'Begin with https:// or http://, such as https://www.example.com'],
    [field('url'), 'http://a b', 'Remove the blanks from the address'],
    [
      field('url'),
      'http://exam\u200bple.com',
      'The address has invisible characters in it: type it again instead of pasting it',
    ],
    [field('number'), 'x', 'Write a number in digits, such as 12.5'],
    [field('number', [rule('max', 3)]), 4000, 'It is 4,000 now'],
    [field('date'), '2026-02-30', 'Write a day of the calendar, such as 2026-12-24'],
    [field('date', [rule('min', '2026-01-01')]), '2025-01-02', 'It is Jan 2, 2025 now'],
    [field('time'), '24:00', 'Write hours and minutes, such as 09:30'],
    [field('datetime'), '2026-01-01', 'Write a day and a time, such as 2026-12-24T09:30:00+01:00'],
    [field('select'), 'x', 'Choose one of: Apples, Pears'],
    [field('checkboxes'), ['a', 'a'], 'Choose each of them only once, among: Apples, Pears'],
    [field('multi-select', [rule('min_count', 2)]), ['a'], 'There is 1 now'],
    [
      field('file', [rule('extensions', ['pdf', 'png'])]),
      'id',
      'Choose a file whose name ends with one of: .pdf, .png',
    ],
    [field('file', [rule('max_bytes', 10)]), 'id', 'The file has 3 MB: choose a smaller one'],
    [field('json'), '{', 'Write JSON, such as {"name": "value"}'],
  ])('is a sentence of its own: %#', (definition, value, message) =>
    expect(hint(definition, value)).toBe(message),
  );

  it.each<[string, string | null, string]>([
    ['0171 1234567', null, 'Begin with + and the country’s code, such as +49 171 1234567'],
    [
      '110',
      'AT',
      'This is no number in Austria. Check its digits, or begin with + and the country’s code, such as +49 171 1234567',
    ],
    ['+25489032', null, 'Digits are missing: with its country’s code a number looks like +49 171 1234567'],
    [
      '+1 202 555 012345',
      null,
      'There are too many digits: with its country’s code a number looks like +49 171 1234567',
    ],
    [
      '+999 1234567',
      null,
      'No country has this code. Begin with + and the country’s code, such as +49 171 1234567',
    ],
    [
      '+49 30 1234567 ext. 12345678',
      null,
      'Write the number first, then 1 to 7 digits of its extension, such as +49 171 1234567 ext. 12',
    ],
    ['call me', null, 'Use digits, blanks, hyphens and a + at the beginning, such as +49 171 1234567'],
  ])('of a phone number says what is wrong with it: %j in %s', (value, country, message) =>
    expect(hint(field('phone'), value, country)).toBe(message),
  );

  it('stands under the path of what it is about, within other forms, too', () => {
    const people = field('form', [], { name: 'people', multiple: true, fields: [field('email')] });
    const values = { people: [{ it: 'a@b.example' }, { it: 'x' }] };
    const checked = validate([people], values);
    expect(checked.ok ? {} : hintsFor([people], values, checked.problems)).toEqual({
      'people[1].it': ['Write one address with an @ and a domain, such as name@example.com'],
    });
  });

  it('of one of several is about that one', () => {
    const phones = field('phone', [], { multiple: true });
    const checked = validate([phones], { it: ['+49301234567', '+25489032'] });
    expect(
      checked.ok ? {} : hintsFor([phones], { it: ['+49301234567', '+25489032'] }, checked.problems),
    ).toEqual({
      'it[1]': [expect.stringContaining('Digits are missing')],
    });
  });

  it('is left to the form’s own maker where they say it', () => {
    expect(hint(field('text', [rule('pattern', '^a+$', 'Only the letter a')]), 'b')).toBe(null);
  });
});
