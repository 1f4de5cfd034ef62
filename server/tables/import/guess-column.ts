import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { Check } from '#lib/fields/check.ts';
import { type FieldDefinition, TEXT_LIMITS } from '#lib/fields/definition.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import { parseFieldText } from '#lib/fields/parse-field-text.ts';
import { MATCH_BUDGET_MAX } from '#lib/fields/pattern-check.ts';
import { checkOf } from '#lib/fields/value-check.ts';
import { guessTypes, looksLike } from '#lib/forms/read-csv-headers.ts';
import { singleLineText } from '#lib/text/html-text.ts';
import { isBlank } from '#lib/text/text.ts';

/** The definition of a new column, before it has an id and a name. */
export type NewColumn = Pick<FieldDefinition, 'label' | 'type' | 'required'>;

type Candidate = { field: FieldDefinition; check: Check };

/** Longer texts, and those of several lines, get a column of long texts. */
const LONG = 120;
/** Values of a column that are remembered, so that each is looked at once. */
const SEEN_MAX = 200;
/** Characters that a line of text can't contain. */
const SEVERAL_LINES = /[\t\n\r\u2028\u2029]/;

/** A header as a label: in one line, without tags, of valid characters, and never empty. */
export function labelOf(header: string, at: number): string {
  const label = singleLineText(header)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_LIMITS.label)
    .toWellFormed();
  return isBlank(label) ? `Column ${at + 1}` : label;
}

function candidate(type: FieldType): Candidate {
  const field: FieldDefinition = { id: 'guess', name: 'guess', label: 'Guess', type, required: false };
  return { field, check: checkOf(field) };
}

/**
 * Guesses a column's type in a file from each of its cells: a type other than text only where every cell can
 * be parsed as one, so that no line is refused because of a guess.
 */
export function createColumnGuess(country: string | null, writtenIn: InputFormat) {
  let candidates: Candidate[] | null = null;
  let isLong = false;
  // Many columns repeat few values.
  const seen = new Set<string>();

  const isReadAs = ({ field, check }: Candidate, cell: string): boolean => {
    const { value, problem } = parseFieldText(field, cell, writtenIn);
    return problem === null && check(value, { work: { left: MATCH_BUDGET_MAX }, country }) === null;
  };

  return {
    look(cell: string): void {
      // Of a column of texts, only whether they are long is left to be found.
      if (isLong && candidates?.length === 0) return;
      const isLongCell = cell.length > LONG || SEVERAL_LINES.test(cell);
      if (!isLongCell && candidates?.length === 0) return;
      if (cell === '' || seen.has(cell) || isBlank(cell)) return;
      isLong ||= isLongCell;
      if (candidates?.length === 0) return;
      const text = cell.trim();
      candidates ??= guessTypes(text).map(candidate);
      candidates = candidates.filter((one) => looksLike(one.field.type, text) && isReadAs(one, cell));
      if (seen.size < SEEN_MAX && cell.length <= LONG) seen.add(cell);
    },
    column(header: string, at: number): NewColumn {
      const type = candidates?.[0]?.field.type ?? (isLong ? 'textarea' : 'text');
      return { label: labelOf(header, at), type, required: false };
    },
  };
}
