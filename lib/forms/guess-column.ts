import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { Check } from '#lib/fields/check.ts';
import { TABLE_TYPES, type TableType } from '#lib/fields/column-base.ts';
import { parseColumnText } from '#lib/fields/column-text.ts';
import { type FieldDefinition, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { FIELD_TYPES } from '#lib/fields/field-types.ts';
import { MATCH_BUDGET_MAX } from '#lib/fields/pattern-check.ts';
import { checkOf } from '#lib/fields/value-check.ts';
import { accountingNumber } from '#lib/forms/accounting-number.ts';
import { type ColumnFormat, createFormatFinder, FORMATTED_TYPES } from '#lib/forms/column-format.ts';
import { createChoiceGuess } from '#lib/forms/guess-choices.ts';
import {
  currencyOfText,
  type GuessedType,
  guessColumnTypes,
  looksLikeColumn,
} from '#lib/forms/guess-column-types.ts';
import { withNumberedMonth } from '#lib/forms/named-month.ts';
import { unguarded } from '#lib/text/csv.ts';
import { singleLineText } from '#lib/text/html-text.ts';
import { isBlank } from '#lib/text/text.ts';

/** A new column, as a request defines one that has no id and no name. */
export type GuessedColumn = {
  label: string;
  type: GuessedType;
  required: boolean;
  currency?: string;
  options?: { label: string }[];
};

type Candidate = { type: GuessedType; tableType: TableType | null; field: FieldDefinition; check: Check };

/** Longer texts, and those of several lines, get a column of long texts. */
const LONG = 120;
/** Values of a column that are remembered, so that each is looked at once. */
const SEEN_MAX = 200;
/** Characters that a line of text can't contain. */
const SEVERAL_LINES = /[\t\n\r\u2028\u2029]/;

/** A header as a label: in one line, without tags, of valid characters, and never empty. */
export function labelOf(header: string, at: number): string {
  const label = singleLineText(unguarded(header))
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_LIMITS.label)
    .toWellFormed();
  return isBlank(label) ? `Column ${at + 1}` : label;
}

/** A column of a type that it doesn't have yet: its cells are read as it would read them. */
export function possibleColumn(type: string): Pick<Candidate, 'tableType' | 'field'> {
  const tableType = TABLE_TYPES.find((one) => one === type) ?? null;
  const base = FIELD_TYPES.find((one) => one === type) ?? 'number';
  return { tableType, field: { id: 'guess', name: 'guess', label: 'Guess', type: base, required: false } };
}

function candidate(type: GuessedType): Candidate {
  const { tableType, field } = possibleColumn(type);
  return { type, tableType, field, check: checkOf(field) };
}

/**
 * Guesses a column's type in a file from each of its cells: a type other than text only where every cell can
 * be parsed as one, so that no line is refused because of a guess. Days whose order no cell proves, or that have both orders,
 * are text, and so are numbers with both decimal marks. In a file numbers may be as accountants write them below zero, beside at
 * least one that is not: `(1)` and `(2)` alone are labels. Months may be written by their names there.
 */
export function createColumnGuess(country: string | null, writtenIn: InputFormat) {
  let candidates: Candidate[] | null = null;
  let isLong = false;
  const choices = createChoiceGuess();
  // Many columns repeat few values.
  const seen = new Set<string>();
  const formats = createFormatFinder(writtenIn);

  /** Of the first cell: all amounts of a column have one. */
  let currency: string | null = null;
  const isReadAs = ({ field, tableType, check }: Candidate, cell: string, format: InputFormat): boolean => {
    const { value, problem } = parseColumnText(field, tableType, cell, format);
    return problem === null && check(value, { work: { left: MATCH_BUDGET_MAX }, country }) === null;
  };

  /** Whether numbers are written with their sign elsewhere, and whether there are others. */
  let hasAccounting = false;
  let hasPlain = false;
  /** A cell as an import reads it in a column of numbers or days. */
  const plainCell = (text: string): string => {
    if (!writtenIn.isFile) return text;
    const signed = accountingNumber(text);
    if (signed === text) hasPlain = true;
    else hasAccounting = true;
    return withNumberedMonth(signed);
  };

  /** Whether the cells agree on how values of this type are written. */
  const isClear = (type: GuessedType): boolean =>
    type === 'date' || type === 'datetime'
      ? formats.hasClearDays()
      : type === 'number' || type === 'currency' || type === 'percent'
        ? formats.hasClearNumbers() && (hasPlain || !hasAccounting)
        : !hasAccounting;

  return {
    look(cell: string): void {
      choices.look(cell);
      // Of a column of texts, only whether they are long is left to be found.
      if (isLong && candidates?.length === 0) return;
      const isLongCell = cell.length > LONG || SEVERAL_LINES.test(cell);
      if (!isLongCell && candidates?.length === 0) return;
      if (cell === '' || seen.has(cell) || isBlank(cell)) return;
      isLong ||= isLongCell;
      if (candidates?.length === 0) return;
      const text = plainCell(cell.trim());
      if (candidates === null) {
        currency = currencyOfText(text);
        candidates = guessColumnTypes(text).map(candidate);
      }
      const isFormatted = candidates.some(({ type }) => FORMATTED_TYPES.has(type));
      const format = isFormatted ? formats.look(text) : writtenIn;
      candidates = candidates.filter(
        (one) =>
          looksLikeColumn(one.type, text) &&
          (one.type !== 'currency' || currencyOfText(text) === currency) &&
          isReadAs(one, text, format),
      );
      if (seen.size < SEEN_MAX && cell.length <= LONG) seen.add(cell);
    },
    /** How days and numbers of the column are read, where not as in the hub. */
    format: (): ColumnFormat | null => formats.format(),
    column(header: string, at: number): GuessedColumn {
      const found = candidates?.find(({ type }) => isClear(type));
      const options = found ? null : choices.options();
      const type = found?.type ?? (options ? 'select' : isLong ? 'textarea' : 'text');
      const column = { label: labelOf(header, at), type, required: false };
      if (options) return { ...column, options: options.map((label) => ({ label })) };
      return type === 'currency' && currency !== null ? { ...column, currency } : column;
    },
  };
}
