import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { loadParsers } from '#lib/fields/load-parsers.ts';
import { FORMATTED_TYPES } from '#lib/forms/column-format.ts';
import { createColumnGuess, type GuessedColumn } from '#lib/forms/guess-column.ts';
import type { ClipboardCell } from './clipboard-table.ts';

/** Columns for pasted cells, with types as an import guesses them. @param count how many columns a table has already */
export function guessPastedColumns(
  lines: readonly (readonly ClipboardCell[])[],
  count: number,
  { country, writtenIn }: { country: string | null; writtenIn: InputFormat },
): GuessedColumn[] {
  loadParsers();
  const width = Math.max(0, ...lines.map((line) => line.length));
  return Array.from({ length: width }, (_, at) => {
    const guess = createColumnGuess(country, writtenIn);
    for (const line of lines) guess.look(line[at]?.text ?? '');
    const column = guess.column('', count + at);
    // Pasted cells are read as they would be typed.
    return guess.format() === null || !FORMATTED_TYPES.has(column.type)
      ? column
      : { label: column.label, type: 'text', required: false };
  });
}
