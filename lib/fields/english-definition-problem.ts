import type {
  DefinitionCode,
  DefinitionOnlyProblem,
  DefinitionParams,
  DefinitionProblem,
  ProblemAtPath,
} from '#lib/fields/definition-problem.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { takenValues } from '#lib/fields/formula-arguments.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import { identifierCharacters } from '#lib/text/rules.ts';

const SENTENCES: { [Code in DefinitionCode]: (params: DefinitionParams[Code]) => string } = {
  id_characters: () => 'Id may only contain letters (a to z), digits and _ . : -, up to 100 of them',
  id_taken: ({ of }) => `Id must be different from that of every other ${of}`,
  name_characters: ({ label }) => identifierCharacters(label),
  name_reserved: ({ name }) => `Name cannot be ${name}`,
  name_taken: () => 'Name must be different from that of every other field beside it',
  nested_too_deep: ({ max }) => `Forms can be nested ${max} deep at most`,
  no_default: ({ type }) => `A field of type ${type} has no default`,
  computed_default: () => 'A computed field has no default',
  depends_on_itself: ({ fields }) =>
    `Fields cannot depend on each other in a circle: ${fields.map((label) => `“${label}”`).join(', ')}`,
  extensions_list: () => 'Extensions must be a list such as [pdf, docx]',
  date_format_parts: () => 'The format must name YYYY, MM and DD once each, such as DD.MM.YYYY',
  whole_number: ({ max }) => `The value must be a whole number between 0 and ${max}`,
  rule_of_other_type: ({ type, rule }) => `A field of type ${type} has no rule ${rule}`,
  rule_twice: ({ rule }) => `The rule ${rule} is there already`,
  rules_contradict: ({ low, high }) => `The rule ${low} asks for more than ${high} allows`,
  condition_field: () => 'The condition asks for a field that is not in reach',
  condition_column: ({ name }) => `There is no column “${name}”`,
  condition_too_large: ({ parts, depth }) => `A condition can have ${parts} parts, ${depth} deep, at most`,
  condition_kinds: ({ keys }) =>
    `A condition is one of and, or, not and field; this has ${keys.join(' and ')}`,
  formula_type: ({ types }) => `A formula can compute one value of type ${types.join(', ')}`,
  formula_date_format: () => 'A computed date is written YYYY-MM-DD; take the date format away',
  formula_field: ({ path }) => `The formula asks for {${path}}, which is not a field in reach`,
  formula_field_type: ({ path, type }) => `The formula cannot work with {${path}}, a field of type ${type}`,
  formula_unreadable: ({ from }) => `The formula cannot be read from “${from}” on`,
  formula_too_large: () => 'The formula is too large; split it over several fields',
  formula_misses: ({ sign }) => `The formula misses a “${sign}”`,
  formula_function: ({ name }) => `A formula knows no “${name}”`,
  formula_arguments: ({ name }) => `“${name}” takes ${takenValues(name)}`,
  formula_incomplete: () => 'The formula ends too early',
  formula_misplaced: ({ sign }) => `“${sign}” stands in the wrong place`,
  formula_too_deep: ({ max }) => `A formula can be nested ${max} deep at most`,
  formula_too_long: ({ max }) => `A formula cannot be longer than ${max} characters`,
  pattern_repeats: ({ max }) => `A pattern can repeat a part ${max} times at most`,
  pattern_looks_around: () => 'A pattern cannot look ahead, look behind or change its flags',
  pattern_refers_back: () => 'A pattern cannot refer back to what it found before',
  pattern_word_edge: () => 'A pattern cannot ask for the edge of a word',
  pattern_unreadable: () => 'The pattern cannot be read',
  pattern_too_long: ({ max }) => `A pattern cannot be longer than ${max} characters`,
  pattern_too_large: () => 'The pattern is too large; use smaller counts',
  pattern_invalid: () => 'The pattern is not a valid regular expression',
  page_depends_on_itself: () => 'A page cannot depend on fields that are shown only with it',
  field_placed_twice: () => 'A field can stand in one place only',
  schema_no_object: () => 'The schema must describe an object with properties',
};

const isOwnCode = (code: string): code is DefinitionCode => Object.hasOwn(SENTENCES, code);

export const DEFINITION_CODES: readonly DefinitionCode[] = Object.keys(SENTENCES).filter(isOwnCode);

const isOwn = (problem: DefinitionProblem): problem is DefinitionOnlyProblem => isOwnCode(problem.code);

const ownSentence = <Code extends DefinitionCode>({ code, params }: DefinitionOnlyProblem<Code>): string =>
  SENTENCES[code](params);

/** The English message for a problem of a definition. */
export const englishDefinitionProblem = (problem: DefinitionProblem): string =>
  isOwn(problem) ? ownSentence(problem) : englishProblem(problem);

/** The English messages for problems of values and definitions, by their paths. */
export function englishDefinitionErrors(problems: readonly ProblemAtPath[]): FieldErrors {
  return Object.fromEntries(problems.map((problem) => [problem.path, [englishDefinitionProblem(problem)]]));
}
