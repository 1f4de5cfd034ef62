import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFields } from '#lib/fields/read-definition.ts';
import { fieldsOfCsv } from './read-csv-headers.ts';

const read = (text: string) => {
  const result = fieldsOfCsv(text);
  if (!result.ok) throw new Error('nothing was read');
  return result;
};
const types = (text: string) => read(text).fields.map(({ type }) => type);

describe('the headers of a sheet', () => {
  it('become labels and machine names', () => {
    const { fields } = read('Full Name,E-Mail,Größe (cm)\n');
    expect(fields.map(({ label }) => label)).toEqual(['Full Name', 'E-Mail', 'Größe (cm)']);
    expect(fields.map(({ name }) => name)).toEqual(['full_name', 'e_mail', 'gro_e_cm']);
    expect(fields.every(({ type, required }) => type === 'text' && required === false)).toBe(true);
  });

  it('are split at their separator, also within quotes', () => {
    expect(read('"Name; first";Age\n"Lovelace; Ada";36\n').fields.map(({ label }) => label)).toEqual([
      'Name; first',
      'Age',
    ]);
    expect(read('a\tb\n1\t2').fields.length).toBe(2);
    expect(read('\uFEFF"say ""hi""",b\n1,2').fields[0]?.label).toBe('say "hi"');
  });

  it('that are the same, or missing, get names of their own and a note', () => {
    const { fields, notes } = read('Name,Name,\n');
    expect(fields.map(({ name }) => name)).toEqual(['name', 'name_2', 'column_3']);
    expect(notes).toEqual([
      { column: 'Name', note: 'renamed' },
      { column: 'Column 3', note: 'nameless' },
    ]);
  });
});

describe('the values under a header', () => {
  it('returns the type', () => {
    expect(
      types(
        'mail,site,day,at,moment,call,price,says\n' +
          'a@example.org,https://example.org,2026-02-01,09:30,2026-02-01 09:30,+49 30 123456,"1,200.50",hello\n' +
          'b@example.org,http://b.example.org/x,01.02.2026,10:00:00,2026-02-02T10:00:00Z,030 / 99 88 77,12,world\n',
      ),
    ).toEqual(['email', 'url', 'text', 'time', 'datetime', 'phone', 'number', 'text']);
    expect(types('day\n2026-02-01\n2026-12-31')).toEqual(['date']);
    expect(types('day\n01.02.2026\n31.12.2026')).toEqual(['date']);
  });

  it('is a phone where some of the numbers have extensions', () => {
    expect(types('call\n+4930901820x12\n+49 30 901821\n030 901820 ext. 12')).toEqual(['phone']);
    expect(types('call\n030 901820 room 12')).toEqual(['text']);
    expect(types('size\n0x123456')).toEqual(['text']);
  });

  it('is a choice where few values repeat', () => {
    const { fields } = read(`Size\n${'Small\nLarge\n'.repeat(5)}`);
    expect(fields[0]).toMatchObject({
      type: 'select',
      options: [
        { id: 'small', label: 'Small' },
        { id: 'large', label: 'Large' },
      ],
    });
  });

  it('is long text where it is long or has several lines', () => {
    expect(types(`Note\n${'x'.repeat(200)}`)).toEqual(['textarea']);
    expect(types('Note\n"one\ntwo"')).toEqual(['textarea']);
  });

  it('makes a column required where nothing is missing', () => {
    expect(read('a,b\n1,2\n3,\n').fields.map(({ required }) => required)).toEqual([true, false]);
  });
});

it('reads nothing from nothing', () => {
  expect(fieldsOfCsv('')).toEqual({ ok: false });
  expect(fieldsOfCsv('\n\n')).toEqual({ ok: false });
});

it('gives a definition that the engine takes, whatever the sheet', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), {
        minLength: 1,
        maxLength: 12,
      }),
      (rows) => {
        const text = rows
          .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        const result = fieldsOfCsv(text);
        if (result.ok) expect(readFields(result.fields)).toMatchObject({ ok: true });
      },
    ),
    { numRuns: 200 },
  );
});

it('a header is a label without its tags, and a smaller-than sign stays', () => {
  const { fields } = read('<b>Full name</b>,Size < 5\nAda,3\n');
  expect(fields.map(({ label }) => label)).toEqual(['Full name', 'Size < 5']);
});
