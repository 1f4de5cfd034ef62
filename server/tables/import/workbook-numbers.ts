import { type InputFormat, numberMarksOf } from '#lib/fields/ambiguous-text.ts';
import { decimalMarkOf, type NumberMarks, parseNumber } from '#lib/fields/number-text.ts';
import type { Headers } from './read-line.ts';

/** With a point for a mark, and no other. */
const POINTED = /^[^.,]*\d\.\d[^.,]*$/;

/** A cell with a number of a workbook, whose decimal mark is a point, as the hub writes it. */
function asInHub(cell: string, marks: NumberMarks | undefined): string {
  const { mark } = POINTED.test(cell) ? decimalMarkOf(cell) : { mark: null };
  if (mark === null || mark === ',') return cell;
  const written = cell.replace('.', marks?.decimal ?? '.');
  const isAmbiguous = parseNumber(decimalMarkOf(written).number, marks).kind === 'ambiguous';
  // Three digits may be thousands, four are a fraction.
  return isAmbiguous ? written.replace(/[.,]\d+/, (fraction) => `${fraction}0`) : written;
}

/**
 * Writes the numbers of a workbook's lines as the hub does: a text that is imported in their place is read in the hub's format.
 * @param hub without a decimal mark that was chosen
 */
export function workbookNumbersIn(headers: Headers, { decimal: _, ...hub }: InputFormat) {
  const marks = numberMarksOf(hub);
  const ofNumbers = headers.map((field) => field?.type === 'number');
  return (cells: readonly string[]): string[] =>
    cells.map((cell, at) => (ofNumbers[at] ? asInHub(cell, marks) : cell));
}
