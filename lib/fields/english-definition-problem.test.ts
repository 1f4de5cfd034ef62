import { expect, it } from 'vitest';
import type { DefinitionCode, DefinitionParams } from '#lib/fields/definition-problem.ts';
import {
  DEFINITION_CODES,
  englishDefinitionErrors,
  englishDefinitionProblem,
} from '#lib/fields/english-definition-problem.ts';

/** The API's messages, repeated here: programs and users depend on them. */
const EXPECTED: { [Code in DefinitionCode]: [DefinitionParams[Code], string] } = {
  id_characters: [{}, 'Id may only contain letters (a to z), digits and _ . : -, up to 100 of them'],
  id_taken: [{ of: 'option' }, 'Id must be different from that of every other option'],
  name_characters: [
    { label: 'Name' },
    'Name may only contain letters (a to z), digits, underscores and hyphens',
  ],
  name_reserved: [{ name: '__proto__' }, 'Name cannot be __proto__'],
  name_taken: [{}, 'Name must be different from that of every other field beside it'],
  nested_too_deep: [{ max: 5 }, 'Forms can be nested 5 deep at most'],
  no_default: [{ type: 'file' }, 'A field of type file has no default'],
  computed_default: [{}, 'A computed field has no default'],
  depends_on_itself: [{ fields: ['A', 'B'] }, 'Fields cannot depend on each other in a circle: “A”, “B”'],
  extensions_list: [{}, 'Extensions must be a list such as [pdf, docx]'],
  date_format_parts: [{}, 'The format must name YYYY, MM and DD once each, such as DD.MM.YYYY'],
  whole_number: [{ max: 1000 }, 'The value must be a whole number between 0 and 1000'],
  rule_of_other_type: [{ type: 'date', rule: 'length' }, 'A field of type date has no rule length'],
  rule_twice: [{ rule: 'min' }, 'The rule min is there already'],
  rules_contradict: [{ low: 'min', high: 'max' }, 'The rule min asks for more than max allows'],
  condition_field: [{}, 'The condition asks for a field that is not in reach'],
  condition_column: [{ name: 'f_gone' }, 'There is no column “f_gone”'],
  condition_too_large: [{ parts: 100, depth: 10 }, 'A condition can have 100 parts, 10 deep, at most'],
  condition_kinds: [
    { keys: ['and', 'or'] },
    'A condition is one of and, or, not and field; this has and and or',
  ],
  formula_type: [{ types: ['text', 'number'] }, 'A formula can compute one value of type text, number'],
  formula_date_format: [{}, 'A computed date is written YYYY-MM-DD; take the date format away'],
  formula_field: [{ path: 'a.b' }, 'The formula asks for {a.b}, which is not a field in reach'],
  formula_field_type: [{ path: 'a', type: 'json' }, 'The formula cannot work with {a}, a field of type json'],
  formula_unreadable: [{ from: '?!' }, 'The formula cannot be read from “?!” on'],
  formula_too_large: [{}, 'The formula is too large; split it over several fields'],
  formula_misses: [{ sign: ')' }, 'The formula misses a “)”'],
  formula_function: [{ name: 'eval' }, 'A formula knows no “eval”'],
  formula_arguments: [
    { name: 'round' },
    '“round” takes a number, and how many decimals; below zero, how many digits before them become zeros',
  ],
  formula_incomplete: [{}, 'The formula ends too early'],
  formula_misplaced: [{ sign: '+' }, '“+” stands in the wrong place'],
  formula_too_deep: [{ max: 50 }, 'A formula can be nested 50 deep at most'],
  formula_too_long: [{ max: 2000 }, 'A formula cannot be longer than 2000 characters'],
  pattern_repeats: [{ max: 1000 }, 'A pattern can repeat a part 1000 times at most'],
  pattern_looks_around: [{}, 'A pattern cannot look ahead, look behind or change its flags'],
  pattern_refers_back: [{}, 'A pattern cannot refer back to what it found before'],
  pattern_word_edge: [{}, 'A pattern cannot ask for the edge of a word'],
  pattern_unreadable: [{}, 'The pattern cannot be read'],
  pattern_too_long: [{ max: 500 }, 'A pattern cannot be longer than 500 characters'],
  pattern_too_large: [{}, 'The pattern is too large; use smaller counts'],
  pattern_invalid: [{}, 'The pattern is not a valid regular expression'],
  page_depends_on_itself: [{}, 'A page cannot depend on fields that are shown only with it'],
  field_placed_twice: [{}, 'A field can stand in one place only'],
  schema_no_object: [{}, 'The schema must describe an object with properties'],
};

const sentenceOf = <Code extends DefinitionCode>(code: Code): [string, string] => {
  const [params, expected] = EXPECTED[code];
  // One code with its own parameters is a problem; the compiler can't verify that through a type parameter.
  return [
    englishDefinitionProblem({ code, params } as Parameters<typeof englishDefinitionProblem>[0]),
    expected,
  ];
};

it.each(DEFINITION_CODES)('has an English sentence for code %s', (code) => {
  const [sentence, expected] = sentenceOf(code);
  expect(sentence).toBe(expected);
});

it('says problems of values among those of definitions, each under its path', () => {
  expect(
    englishDefinitionErrors([
      { code: 'required', params: { label: 'Label' }, path: 'fields[0].label' },
      { code: 'name_taken', params: {}, path: 'fields[1].name' },
    ]),
  ).toEqual({
    'fields[0].label': ['Please enter Label'],
    'fields[1].name': ['Name must be different from that of every other field beside it'],
  });
});
