import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { readFormData } from '#lib/fields/from-form-data.ts';
import { cpuTime } from '#tests/harness/cpu-time.ts';

const text = (name: string): FieldDefinition => ({ id: name, name, label: name, type: 'text' });
const FIELDS: FieldDefinition[] = [
  text('name'),
  { ...text('age'), type: 'number' },
  { ...text('tags'), multiple: true },
  {
    ...text('colours'),
    type: 'checkboxes',
    options: [
      { id: 'r', label: 'Red' },
      { id: 'g', label: 'Green' },
    ],
  },
  { ...text('total'), type: 'number', formula: 'age * 2' },
  { ...text('docs'), type: 'file', multiple: true },
  { ...text('address'), type: 'form', fields: [text('city')] },
  {
    ...text('people'),
    type: 'form',
    multiple: true,
    fields: [text('mail'), { ...text('photo'), type: 'file' }, text('nick')],
  },
];
const valuesOf = (entries: readonly (readonly [string, string])[]) => readFormData(FIELDS, entries).values;

describe('a form that was posted without a script', () => {
  it('is read by paths; what is empty is missing', () => {
    expect(
      valuesOf([
        ['name', 'Ada'],
        ['age', '36'],
        ['tags', 'a; b'],
        ['tags', ''],
        ['tags', 'c'],
        ['colours', 'g'],
        ['colours', 'r'],
        ['address.city', 'London'],
        ['people[0].mail', 'a@example.com'],
        ['people[0].nick', ''],
      ]),
    ).toEqual({
      name: 'Ada',
      age: 36,
      tags: ['a; b', 'c'],
      colours: ['g', 'r'],
      address: { city: 'London' },
      people: [{ mail: 'a@example.com' }],
    });
  });

  it('preserves unreadable values, so that validation reports why', () => {
    expect(valuesOf([['age', 'many']])).toEqual({ age: 'many' });
  });

  it('puts rows in their order, and leaves out those that were left empty', () => {
    expect(
      valuesOf([
        ['people[7].mail', 'second'],
        ['people[2].mail', 'first'],
        ['people[3].mail', ''],
      ]),
    ).toEqual({ people: [{ mail: 'first' }, { mail: 'second' }] });
  });

  it('gives files to be stored, and takes their ids', () => {
    const posted = readFormData<{ size: number }>(FIELDS, [
      ['docs', { size: 1 }],
      ['docs', 'known'],
      ['docs', { size: 2 }],
      ['people[0].photo', { size: 3 }],
      ['name', { size: 4 }],
    ]);
    expect(posted.files.map(({ path, file }) => [path, file.size])).toEqual([
      ['docs', 1],
      ['docs', 2],
      ['people[0].photo', 3],
    ]);
    for (const { file, take } of posted.files) take(`id-${file.size}`);
    expect(posted.values).toEqual({ docs: ['known', 'id-1', 'id-2'], people: [{ photo: 'id-3' }] });
  });

  it('leaves out what names no field, and what is worked out', () => {
    expect(
      valuesOf([
        ['__proto__', 'x'],
        ['__proto__.name', 'x'],
        ['constructor.prototype.name', 'x'],
        ['people.mail', 'x'],
        ['people[9999999].mail', 'x'],
        ['people[0].__proto__.mail', 'x'],
        ['name.first', 'x'],
        ['name[0]', 'x'],
        ['address[0].city', 'x'],
        ['total', '1'],
        ['meta.token', 'x'],
      ]),
    ).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });

  it('keeps every row and every entry of more than a field takes, so that checking it refuses the count', () => {
    const entries = Array.from(
      { length: 12_000 },
      (_, at) => [`people[${at % 1200}].mail`, 'a@b.example'] as const,
    );
    const spent = cpuTime(() => expect(readFormData(FIELDS, entries).values.people).toHaveLength(1200));
    expect(spent).toBeLessThan(1000);
  });
});

describe('a choice that takes a text of one’s own', () => {
  const options = [{ id: 'r', label: 'Red' }];
  const one: FieldDefinition = { ...text('one'), type: 'select', options, allow_other: true };
  const several: FieldDefinition = { ...text('several'), type: 'checkboxes', options, allow_other: true };
  const read = (entries: readonly (readonly [string, string])[]) =>
    readFormData([one, several], entries).values;

  it('is read from the text where no option was chosen, and from the option where one was', () => {
    expect(
      read([
        ['one', ''],
        ['one', 'Violet'],
        ['several', 'r'],
        ['several', 'Ochre'],
      ]),
    ).toEqual({ one: 'Violet', several: ['r', 'Ochre'] });
    expect(
      read([
        ['one', 'r'],
        ['one', ''],
      ]),
    ).toEqual({ one: 'r' });
  });

  it('knows an option by its label', () => {
    expect(
      read([
        ['one', ''],
        ['one', 'red'],
      ]),
    ).toEqual({ one: 'r' });
  });
});
