import type { Row } from '#lib/contract/table.ts';
import { sameValue } from '#lib/text/same-value.ts';

/** A cell that was written on this page, and the revision of its row then. */
export type OwnCell = { id: string; name: string; value: unknown; revision: number };

/** Cells that are remembered: of what was written before, others' changes are no surprise any more. */
const REMEMBERED = 500;

/** Remembers which cells were written here, to notice when somebody else writes them after. */
export function createOwnCells() {
  const rows = new Map<string, Map<string, OwnCell>>();
  let count = 0;

  const evict = (id: string, name: string) => {
    const cells = rows.get(id);
    if (!cells?.delete(name)) return;
    count -= 1;
    if (cells.size === 0) rows.delete(id);
  };

  return {
    /** A row as it is after these of its cells were written. */
    note({ id, values, revision }: Row, names: readonly string[]): void {
      for (const name of names) {
        evict(id, name);
        const cells = rows.get(id) ?? new Map<string, OwnCell>();
        rows.set(id, cells.set(name, { id, name, value: values[name] ?? null, revision }));
        count += 1;
      }
      while (count > REMEMBERED) {
        const [oldest] = [...rows.values()][0]?.values() ?? [];
        if (!oldest) return;
        evict(oldest.id, oldest.name);
      }
    },
    /** The cells of these rows that somebody wrote after this page did; each once. */
    overwritten(shown: Iterable<Row>): { row: Row; cell: OwnCell }[] {
      if (count === 0) return [];
      const found: { row: Row; cell: OwnCell }[] = [];
      for (const row of shown)
        for (const cell of [...(rows.get(row.id)?.values() ?? [])]) {
          if (row.revision <= cell.revision || sameValue(row.values[cell.name] ?? null, cell.value)) continue;
          evict(cell.id, cell.name);
          found.push({ row, cell });
        }
      return found;
    },
  };
}
