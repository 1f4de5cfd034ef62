import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { englishErrors, englishProblem } from '#lib/fields/english-problem.ts';
import type { FieldProblem, ProblemCode, ProblemParams } from '#lib/fields/problem.ts';
import { PROBLEM_CODES, parseFieldProblems } from '#lib/fields/problem-codes.ts';
import { translateProblem } from '#lib/fields/translate-problem.ts';
import { fillMessagesFor } from '#locales/fill/index.ts';

/** The messages of docs/contract.md §5, repeated here: programs compare them. */
const EXPECTED: { [Code in ProblemCode]: (params: ProblemParams[Code]) => string } = {
  required: ({ label }) => `Please enter ${label}`,
  blank: ({ label }) => `${label} cannot be a blank character`,
  one_of: ({ label, options, more }) => `${label} must be one of [${options.join(', ')}${more ? ', …' : ''}]`,
  invalid: ({ label, type }) => `${label} is not a valid ${type}`,
  exact_length: ({ label, count }) =>
    `${label} must be exactly ${count} character${count === 1 ? '' : 's'} long`,
  min_length: ({ label, min }) => `${label} must be at least ${min} character${min === 1 ? '' : 's'} long`,
  max_length: ({ label, max }) => `${label} cannot be longer than ${max} character${max === 1 ? '' : 's'}`,
  length_range: ({ label, min, max }) =>
    `${label} must be between ${min} and ${max} character${max === 1 ? '' : 's'} long`,
  exact_number: ({ label, value }) => `${label} must be equal to ${value}`,
  min_number: ({ label, min }) => `${label} cannot be less than ${min}`,
  max_number: ({ label, max }) => `${label} cannot be greater than ${max}`,
  number_range: ({ label, min, max }) => `${label} must be between ${min} and ${max}`,
  exact_count: ({ label, count }) => `${label} must have exactly ${count} entr${count === 1 ? 'y' : 'ies'}`,
  min_count: ({ label, min }) => `${label} must have at least ${min} entr${min === 1 ? 'y' : 'ies'}`,
  max_count: ({ label, max }) => `${label} cannot have more than ${max} entr${max === 1 ? 'y' : 'ies'}`,
  count_range: ({ label, min, max }) =>
    `${label} must have between ${min} and ${max} entr${max === 1 ? 'y' : 'ies'}`,
  date_format: ({ label, format }) => `${label} must be a date written as ${format}`,
  no_day: ({ label }) => `${label} is not a day of the calendar`,
  pattern: ({ label }) => `${label} does not have the required form`,
  pattern_too_slow: ({ label }) =>
    `${label} takes too long to check; shorten it, or ask for a simpler pattern`,
  unreadable: ({ label }) => `${label} contains characters that cannot be shown; type it again without them`,
  earliest: ({ label, min }) => `${label} cannot be before ${min}`,
  latest: ({ label, max }) => `${label} cannot be after ${max}`,
  time_range: ({ label, min, max }) => `${label} must be between ${min} and ${max}`,
  extensions: ({ label, extensions }) =>
    `${label} must be a file of one of these types: ${extensions.join(', ')}`,
  max_bytes: ({ label, max }) =>
    `${label} cannot be larger than ${max < 1000 ? `${max} bytes` : `${Math.round(max / 100) / 10} kB`}`,
  ambiguous: ({ label, first, second }) =>
    `${label} can be read as ${first} or as ${second}; choose the one that you mean`,
  too_precise: ({ label }) => `${label} has more digits than can be kept exactly; write at most 15`,
  out_of_range: ({ label }) => `${label} is too large or too small a number to be kept`,
  skipped_time: ({ label, first, second }) =>
    `${label} is a time that does not exist, because the clocks are put forward; choose ${first} or ${second}`,
  repeated_time: ({ label, first, second }) =>
    `${label} is a time that comes twice, because the clocks are put back; choose ${first} or ${second}`,
  unknown_field: ({ label }) => `There is no field named “${label}”`,
};

const label = fc.oneof(fc.string(), fc.constantFrom('{label}', 'is not a valid x', '$&', 'a\nb'));
const anything = fc.record({
  ...{ label, type: fc.string(), format: fc.string(), first: fc.string(), second: fc.string() },
  ...{ options: fc.array(fc.string()), extensions: fc.array(fc.string()) },
});
const numbers = fc.record({ count: fc.nat(3), min: fc.nat(3), max: fc.nat(900_000), value: fc.double() });

function matchesTheContract<Code extends ProblemCode>(code: Code, params: ProblemParams[Code]): void {
  expect(englishProblem({ code, params })).toBe(EXPECTED[code](params));
  // The English page of a form has the same messages as the API.
  const [problem] = parseFieldProblems([{ code, params, path: 'at' }]);
  for (const tag of ['en', 'en-GB', 'ar'])
    expect(problem && translateProblem(problem, fillMessagesFor(tag))).toBe(EXPECTED[code](params));
}

describe('the English sentence of a problem', () => {
  it.each(PROBLEM_CODES)('of code %s is that of the contract, whatever it is filled with', (code) => {
    fc.assert(
      fc.property(anything, numbers, fc.boolean(), (texts, found, more) => {
        const params = { ...texts, ...found, ...(more && texts.options.length > 0 ? { more } : {}) };
        if (code === 'earliest' || code === 'latest' || code === 'time_range')
          matchesTheContract(code, { label: texts.label, min: texts.first, max: texts.second });
        else matchesTheContract(code, params);
      }),
    );
  });

  it('is that of the rule’s own maker where there is one', () => {
    const problem = { code: 'required', params: { label: 'Name' }, message: 'Who are you?' } as const;
    expect(englishProblem(problem)).toBe('Who are you?');
  });

  it('stands under its path, also one that every object has', () => {
    const at = (path: string): FieldProblem => ({ code: 'blank', params: { label: path }, path });
    const errors = englishErrors([at('people[1].mail'), at('__proto__'), at('constructor')]);
    expect(Object.keys(errors)).toEqual(['people[1].mail', '__proto__', 'constructor']);
    expect(Object.getPrototypeOf(errors)).toBe(Object.prototype);
  });
});

describe('the problems that a server sends', () => {
  it('are taken as far as this build knows their codes', () => {
    const known = { code: 'blank', params: { label: 'a' }, path: 'a' };
    expect(
      parseFieldProblems([known, { ...known, code: 'newer' }, { ...known, code: 'toString' }, null, 3]),
    ).toEqual([known]);
    expect(parseFieldProblems(undefined)).toEqual([]);
  });

  it('are shown with each code’s own parameters', () => {
    expectTypeOf<Extract<FieldProblem, { code: 'length_range' }>['params']>().toEqualTypeOf<
      ProblemParams['length_range']
    >();
  });
});
