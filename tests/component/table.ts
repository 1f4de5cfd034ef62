import type { Row, WireColumn } from '#lib/contract/table.ts';

/** A column whose name is its label too. */
export const buildColumn = <Type extends WireColumn['type']>(
  type: Type,
  name: string,
): Omit<WireColumn, 'type'> & { type: Type } => ({
  id: `c_${name}`,
  name,
  label: name,
  type,
  required: false,
  revision: 1,
});

/** A row as the API sends it. */
export const buildRow = (attributes: Partial<Row> = {}): Row => ({
  id: 'r',
  position: 1,
  values: {},
  revision: 1,
  created_at: '2026-01-15T12:00:00Z',
  updated_at: '2026-01-15T12:00:00Z',
  created_by: { id: '', name: '' },
  updated_by: { id: '', name: '' },
  ...attributes,
});
