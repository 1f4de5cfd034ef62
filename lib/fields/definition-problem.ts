import type { FieldProblem, Problem } from '#lib/fields/problem.ts';

/** The message parameters of a definition's problem, by its code. */
export type DefinitionParams = {
  id_characters: object;
  /** `of` is whose ids have to differ. */
  id_taken: { of: 'field' | 'option' | 'page and block' };
  name_characters: { label: string };
  name_reserved: { name: string };
  name_taken: object;
  nested_too_deep: { max: number };
  no_default: { type: string };
  computed_default: object;
  depends_on_itself: { fields: readonly string[] };
  extensions_list: object;
  date_format_parts: object;
  whole_number: { max: number };
  rule_of_other_type: { type: string; rule: string };
  rule_twice: { rule: string };
  rules_contradict: { low: string; high: string };
  condition_field: object;
  condition_column: { name: string };
  condition_too_large: { parts: number; depth: number };
  condition_kinds: { keys: readonly string[] };
  formula_type: { types: readonly string[] };
  formula_date_format: object;
  formula_field: { path: string };
  formula_field_type: { path: string; type: string };
  formula_unreadable: { from: string };
  formula_too_large: object;
  formula_misses: { sign: string };
  formula_function: { name: string };
  formula_arguments: { name: string };
  formula_incomplete: object;
  formula_misplaced: { sign: string };
  formula_too_deep: { max: number };
  formula_too_long: { max: number };
  pattern_repeats: { max: number };
  pattern_looks_around: object;
  pattern_refers_back: object;
  pattern_word_edge: object;
  pattern_unreadable: object;
  pattern_too_long: { max: number };
  pattern_too_large: object;
  pattern_invalid: object;
  page_depends_on_itself: object;
  field_placed_twice: object;
  schema_no_object: object;
};

export type DefinitionCode = keyof DefinitionParams;

/** Problems that only a definition can have: fields, rules, conditions, formulas, pages. */
export type DefinitionOnlyProblem<Code extends DefinitionCode = DefinitionCode> = {
  [Each in Code]: { code: Each; params: DefinitionParams[Each] };
}[Code];

/** A problem of a part of a definition, independent of language (`englishDefinitionProblem`). */
export type DefinitionProblem = Problem | DefinitionOnlyProblem;

/** The same with its path: `fields[2].rules[0].value`. */
export type ProblemAtPath = FieldProblem | (DefinitionOnlyProblem & { path: string });
