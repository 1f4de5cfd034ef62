import type { TableColumn } from '../table/table.ts';
import type { TableRow } from './row.repo.ts';

const SYSTEM_VALUES: Record<string, (row: TableRow) => unknown> = {
  auto_number: ({ number }) => number,
  created_at: ({ created_at }) => created_at.toISOString(),
  updated_at: ({ updated_at }) => updated_at.toISOString(),
  created_by: ({ created_by }) => created_by ?? undefined,
  updated_by: ({ updated_by }) => updated_by ?? undefined,
};

/** A column's value that is metadata of its row; undefined for other columns. */
export const systemValue = ({ options }: TableColumn, row: TableRow): unknown =>
  SYSTEM_VALUES[options.type ?? '']?.(row);
