import { describe, expect, it, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { parseFieldText as readText } from '#lib/fields/parse-field-text.ts';
import { readPath } from '#lib/fields/value-path.ts';
import { cpuTime } from '#tests/harness/cpu-time.ts';

/** With the English message of the problem. */
const fromText = (...args: Parameters<typeof readText>) => {
  const { value, problem } = readText(...args);
  return { value, problem: problem && englishProblem(problem) };
};

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
    [field('number'), '1,500', 'One can be read as 1500 or as 1.5; choose the one that you mean'],
    [field('number'), '12345678901234567', 'One has more digits than can be kept exactly; write at most 15'],
    [field('number'), '1e-400', 'One is too large or too small a number to be kept'],
    [field('date'), '2026-02-30', 'One is not a valid date'],
    [
      field('date'),
      '03/04/2026',
      'One can be read as April 3, 2026 or as March 4, 2026; choose the one that you mean',
    ],
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

  test.each<[FieldDefinition, string, string, unknown]>([
    [field('number'), '1.500', 'de', 1500],
    [field('number'), '1.500', 'en-US', 1.5],
    [field('date'), '03/04/2026', 'en-US', '2026-03-04'],
    [field('date'), '03/04/2026', 'en-GB', '2026-04-03'],
    [field('date'), '3/4/2026', 'fr', '2026-04-03'],
    [field('date'), '3.4.2026', 'en-US', '2026-04-03'],
    [field('date'), '31/12/2026', 'en-US', '2026-12-31'],
    [field('date', german), '12-31-2026', 'nl', '31.12.2026'],
    [field('datetime'), '4/3/2026 9:30 pm', 'en-US', '2026-04-03T21:30:00Z'],
  ])('%j reads %s as %s has it', (definition, text, locale, value) => {
    expect(fromText(definition, text, { locale })).toEqual({ value, problem: null });
  });

  test('a day between slashes is ambiguous where the locale writes days otherwise', () => {
    expect(fromText(field('date'), '03/04/2026', { locale: 'de' }).problem).toBe(
      'One can be read as 3. April 2026 or as 4. März 2026; choose the one that you mean',
    );
  });

  test.each<[string, string, unknown, RegExp | null]>([
    ['2026-05-01T09:30', 'Europe/Berlin', '2026-05-01T09:30:00+02:00', null],
    ['2026-01-01 09:30', 'America/New_York', '2026-01-01T09:30:00-05:00', null],
    ['2026-05-01T09:30Z', 'Europe/Berlin', '2026-05-01T09:30:00Z', null],
    ['2026-05-01T09:30:00Z', 'Europe/Berlin', '2026-05-01T09:30:00Z', null],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T02:30', /does not exist.*1:30:00.*3:30:00/],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T02:30', /comes twice.*GMT\+2 or .*GMT\+1/],
    ['2026-10-25T02:30:00+01:00', 'Europe/Berlin', '2026-10-25T02:30:00+01:00', null],
    ['2026-10-25T02:30', 'UTC', '2026-10-25T02:30:00Z', null],
  ])('%s in %s', (text, timeZone, value, problem) => {
    const read = fromText(field('datetime'), text, { timeZone });
    expect(read.value).toBe(value);
    if (problem === null) expect(read.problem).toBeNull();
    else expect(read.problem).toMatch(problem);
  });

  it('takes no time for a text that is long', () => {
    const spent = cpuTime(() => {
      for (const type of ['number', 'date', 'time', 'datetime', 'select'] as const)
        fromText(field(type, colours), `1,${'111,'.repeat(250_000)}`);
    });
    expect(spent).toBeLessThan(1000);
  });
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

it('finds many choices among many at once', () => {
  const options = Array.from({ length: 1000 }, (_, at) => ({ id: `o${at}`, label: `Option ${at}` }));
  const choices = field('multi-select', { options });
  let looked = 0;
  for (const option of options) {
    const { label } = option;
    Object.defineProperty(option, 'label', {
      get() {
        looked += 1;
        return label;
      },
    });
  }
  const cell = Array.from({ length: 500 }, (_, at) => `option ${at * 2}`);
  expect(fromText(choices, cell.join(';')).value).toEqual(cell.map((_, at) => `o${at * 2}`));
  expect(fromText(choices, 'x,'.repeat(900)).problem).toContain('One must be one of [Option 0, Option 1,');
  expect(looked).toBeLessThan(10_000);
});

it('a text of more entries than a list takes stays whole, with a problem', () => {
  const list = field('text', { multiple: true });
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `l${at}`);
  expect(fromText(list, lines(1000).join('\n\n')).value).toEqual(lines(1000));
  for (const separator of ['\n', '\r\n', ';']) {
    const text = lines(1001).join(separator);
    expect(fromText(list, text)).toEqual({ value: text, problem: expect.stringContaining('1000') });
  }
});
