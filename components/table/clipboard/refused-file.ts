import { csvRow } from '#lib/text/csv.ts';
import type { PasteReport } from './grid-action.ts';

type Refused = Pick<PasteReport, 'problems' | 'notAdded'> & {
  /** The headers beside those of the columns. */
  headers: { row: string; problem: string };
};

/**
 * What of a paste was not stored, for spreadsheets, and to be imported or pasted again once it is corrected: a line for each row with the
 * cells that it lacks, and why. Of a row that was not added, these are all of its cells.
 */
export function refusedFile({ problems, notAdded, headers }: Refused): string {
  const labels = new Map<string, string>();
  const rows = new Map<number, { cells: Map<string, string>; messages: Set<string> }>();
  const rowOf = (row: number) => {
    const known = rows.get(row) ?? { cells: new Map(), messages: new Set() };
    rows.set(row, known);
    return known;
  };
  for (const { row, cells } of notAdded)
    for (const { name, label, text } of cells) {
      labels.set(name, label);
      rowOf(row).cells.set(name, text);
    }
  for (const { row, name, label, text, message } of problems) {
    labels.set(name, label);
    rowOf(row).cells.set(name, text);
    rowOf(row).messages.add(message);
  }
  const names = [...labels.keys()];
  const lines = [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([row, { cells, messages }]) =>
      csvRow([
        String(row + 1),
        ...names.map((name) => cells.get(name) ?? ''),
        [...messages].map((message) => message.replace(/\.?$/, '.')).join(' '),
      ]),
    );
  return `\ufeff${csvRow([headers.row, ...labels.values(), headers.problem])}${lines.join('')}`;
}
