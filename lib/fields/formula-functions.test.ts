import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createEvaluator } from './conditions.ts';
import { evaluateFormula, readFormula } from './formula.ts';
import { FUNCTIONS } from './formula-functions.ts';
import './formula-more.ts';
import { FORMULA_HELP } from './formula-help.ts';
import { functionName, SIGNATURES } from './formula-signatures.ts';
import type { Value } from './formula-values.ts';

const now = new Date('2024-05-06T19:08:09.123Z');

function result(source: string, fields: Record<string, Value> = {}, timeZone?: string) {
  const read = readFormula(source);
  if (!read.ok) throw new Error(`${source}: ${read.problem.code}`);
  return evaluateFormula(read.formula, ([name = '']) => fields[name] ?? null, { now, timeZone });
}

const EXAMPLES = Object.values(FORMULA_HELP).flat();

describe('functions of formulas', () => {
  it.each(EXAMPLES)('$example gives $result, as the help says', ({ example, result: expected }) => {
    expect(result(example)).toBe(expected);
  });

  it('have a signature and an example each, which docs/formulas.md shows', async () => {
    const names = Object.keys(FUNCTIONS).sort();
    expect(Object.keys(SIGNATURES).sort()).toEqual(names);
    expect(EXAMPLES.map(({ usage }) => usage.slice(0, usage.indexOf('('))).sort()).toEqual(names);
    const page = await readFile('docs/formulas.md', 'utf8');
    for (const { usage, example } of EXAMPLES) {
      expect(page).toContain(`\`${usage}\``);
      expect(page).toContain(`\`${example}\``);
    }
  });

  it('are known by the names that other programs give them', () => {
    expect(functionName('isblank')).toBe('is_blank' in SIGNATURES ? 'empty' : null);
    expect(result('ISBLANK("")')).toBe(true);
    expect(result('DATETIME_DIFF("2024-05-06", "2024-05-20", "weeks")')).toBe(2);
    expect(result('ROUNDUP(POW(1.1, 2), 1)')).toBe(1.3);
    expect(functionName('toString')).toBeNull();
  });

  it.each<[string, unknown]>([
    ['round_up(1.1, 1)', 1.1],
    ['round_up(-2.1)', -3],
    ['round_down(-2.9)', -2],
    ['round_down(1299, -2)', 1200],
    ['round_up(1, 400)', null],
    ['mod(-7, 3)', 2],
    ['mod(7, -3)', -2],
    ['mod(0.3, 0.1)', 0],
    ['mod(1, 0)', null],
    ['power(1.1, 2)', 1.21],
    ['power(-8, 1 / 3)', null],
    ['sqrt(-1)', null],
    ['switch("c", "a", 1, "b", 2)', null],
    ['switch("", {nothing}, "none")', 'none'],
    ['mid("😀a", 2, 5)', 'a'],
    ['mid("abc", 0, 2)', 'ab'],
    ['find("z", "abc")', 0],
    ['find("a", "😀a")', 2],
    ['replace("aaa", "", "b")', 'aaa'],
    ['replace("a1a", "a", "$&")', '$&1$&'],
    ['hour("2024-05-06")', null],
    ['weekday("2024-05-05")', 7],
    ['week("2021-01-03")', 53],
    ['date(2023, 2, 29)', null],
    ['date_add("2024-05-06", 1, "hours")', '2024-05-06T01:00:00Z'],
    ['date_add("2024-05-06", 1, "fortnight")', null],
    ['date_add("9999-12-31", 1, "day")', null],
    ['date_diff("2024-03-31", "2024-02-29", "month")', -1],
    ['date_diff("2024-05-06", "2023-05-07", "years")', 0],
    ['format_date("x", "YYYY")', null],
    ['{when} > "2024-05-06"', false],
    ['{when} = "2024-05-06"', true],
    ['{when} = "2024-05-06T09:00:00+02:00"', true],
    ['{when} < now()', true],
    ['{tags} & "!"', 'New, Hot!'],
    ['contains({tags}, "Hot")', true],
    ['contains({tags}, "Ho")', false],
    ['{tags} = "New, Hot"', true],
    ['{one} = "New"', true],
    ['{tags}', 'New, Hot'],
  ])('%s gives %j', (source, expected) => {
    const fields = { when: '2024-05-06T07:00:00Z', tags: ['New', 'Hot'], one: ['New'] };
    expect(result(source, fields)).toBe(expected);
  });

  it('read days and hours in the time zone that they are for', () => {
    const fields = { when: '2024-12-31T23:30:00Z' };
    const inBerlin = (source: string) => result(source, fields, 'Europe/Berlin');
    expect(inBerlin('year({when}) & "-" & month({when}) & "-" & day({when}) & " " & hour({when})')).toBe(
      '2025-1-1 0',
    );
    expect(result('today()', {}, 'Pacific/Auckland')).toBe('2024-05-07');
    expect(inBerlin('format_date({when}, "D.M.YY HH:mm:ss")')).toBe('1.1.25 00:30:00');
    // Clocks go forward on 31 March: a day later is 23 hours later, and 24 hours later is another time of day.
    expect(inBerlin('date_add("2024-03-30T11:00:00Z", 1, "day")')).toBe('2024-03-31T12:00:00+02:00');
    expect(inBerlin('date_add("2024-03-30T11:00:00Z", 24, "hours")')).toBe('2024-03-31T11:00:00Z');
    expect(inBerlin('date_diff("2024-03-30T23:30:00Z", "2024-03-31T22:30:00Z", "days")')).toBe(1);
    expect(inBerlin('"2024-12-31T23:30:00Z" = "2025-01-01"')).toBe(true);
  });
});

describe('choices in formulas', () => {
  const options = [
    { id: 'o_1', label: 'Done' },
    { id: 'o_2', label: 'o_1' },
  ];
  const fields = [
    { id: 'a', name: 'status', label: 'Status', type: 'select' as const, options },
    { id: 'b', name: 'tags', label: 'Tags', type: 'multi-select' as const, options },
    { id: 'c', name: 'is_done', label: 'Is', type: 'text' as const, formula: '{status} = "Done"' },
    { id: 'd', name: 'as_before', label: 'As', type: 'text' as const, formula: '"o_2" <> {status}' },
    { id: 'e', name: 'shown', label: 'Shown', type: 'text' as const, formula: '{tags} & "."' },
  ];
  it('are their labels where a table asks for them; an id stands for its label', () => {
    const evaluator = createEvaluator(
      fields,
      { status: 'o_1', tags: ['o_2', 'o_1'] },
      { formulas: { labels: true } },
    );
    expect(['c', 'd', 'e'].map(evaluator.valueOf)).toEqual(['true', 'true', 'o_1, Done.']);
  });
  it('are their ids in forms, which have labels in several languages', () => {
    const evaluator = createEvaluator(fields, { status: 'o_1', tags: ['o_2'] });
    expect(['c', 'e'].map(evaluator.valueOf)).toEqual(['false', 'o_2.']);
  });
});
