import type { useToast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import { isFilled } from '#lib/fields/is-filled.ts';
import type { CellChange } from '../changes/cell-writer.ts';
import { sameCell } from '../changes/same-cell.ts';
import type { ChangedCell } from '../changes/undo-stack.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';
import { CELLS_MAX } from './clipboard-notices.tsx';
import type { ClipboardCell } from './clipboard-table.ts';
import { cutFilesToast } from './cut-files-toast.tsx';
import type { GridActionContext } from './grid-action.ts';
import { isOfFiles } from './pasted-values.ts';
import { fileIdsOf, fileKey } from './prepare-pasted-cells.ts';

/** Cells of files that were cut in this page: they are emptied when they are pasted, so that no file is lost. */
type CutCell = CellChange & { files: readonly string[] };
type CutFiles = { id: string; itemId: string; cells: CutCell[] };
let pending: CutFiles | null = null;

type Cut = { id: string; rows: readonly Row[]; chosen: readonly GridColumn[] };

/** The cells of some rows that have something, to be emptied. */
const filledCells = (
  { shownOf }: Pick<GridActionContext, 'shownOf'>,
  rows: readonly Row[],
  columns: readonly GridColumn[],
): CellChange[] =>
  rows.flatMap((row) =>
    columns
      .filter((column) => isFilled(shownOf(row, column)))
      .map(({ name }): CellChange => ({ row, name, value: null })),
  );

/** Empties cells that are in the clipboard now, but for those of files: these when they are pasted. */
export async function emptyCut(
  place: GridActionContext,
  { id, rows, chosen }: Cut,
  toast: ReturnType<typeof useToast>,
): Promise<void> {
  const writable = chosen.filter(({ isComputed }) => !isComputed);
  const ofFiles = writable.filter(isOfFiles);
  const files = rows.flatMap((row) =>
    ofFiles.flatMap((column): CutCell[] => {
      const ids = fileIdsOf(place.shownOf(row, column));
      return ids.length > 0 ? [{ row, name: column.name, value: null, files: ids }] : [];
    }),
  );
  pending = files.length > 0 ? { id, itemId: place.itemId, cells: files } : null;
  if (pending) toast(cutFilesToast(files.length));
  const others = filledCells(
    place,
    rows,
    writable.filter((column) => !isOfFiles(column)),
  );
  if (others.length > 0) await place.changes.write(others);
}

/** Empties the selected cells. */
export async function clearCells(
  place: GridActionContext,
  chosen: readonly GridColumn[],
  lastRow: number,
): Promise<void> {
  const { range, rowsOf, changes, tooMany, failed } = place;
  if ((lastRow - range.top + 1) * chosen.length > CELLS_MAX) return void tooMany();
  try {
    const rows = await rowsOf(range.top, lastRow + 1);
    const cells = filledCells(
      place,
      rows,
      chosen.filter(({ isComputed }) => !isComputed),
    );
    if (cells.length > 0) await changes.write(cells);
  } catch (error) {
    failed(error);
  }
}

/**
 * Empties the cells whose files were cut here and copied just now, all of them; those that were pasted over, or that somebody changed
 * meanwhile, stay, and those that were not copied are emptied when they are.
 * @returns the cells that are empty now
 */
export async function emptyCutFiles(
  itemId: string,
  { cells: { writer } }: Pick<TableChanges, 'cells'>,
  lines: readonly (readonly ClipboardCell[])[],
  { writes, copied }: { writes: readonly CellChange[]; copied: ReadonlySet<string> },
): Promise<ChangedCell[]> {
  const cut = lines.flat().find(({ origin }) => origin?.cut)?.origin?.cut;
  if (!pending || pending.id !== cut || pending.itemId !== itemId) return [];
  const written = new Set(writes.map(({ row, name }) => `${row.id} ${name}`));
  const left = pending.cells.filter(({ row, name }) => !written.has(`${row.id} ${name}`));
  const isCopied = ({ files }: CutCell) =>
    files.every((file_id) => copied.has(fileKey({ item: itemId, file_id })));
  const cells = left.filter(isCopied);
  const others = left.filter((one) => !isCopied(one));
  pending = others.length > 0 ? { ...pending, cells: others } : null;
  if (cells.length === 0) return [];
  const before = new Map(cells.map(({ row, name }) => [`${row.id} ${name}`, row.values[name]]));
  const done = await writer.write(cells, (row, values) =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => sameCell(row.values[name], before.get(`${row.id} ${name}`))),
    ),
  );
  // A required column keeps its files.
  writer.discardAll(done.refused);
  return done.cells;
}
