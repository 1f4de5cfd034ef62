import { type RawBuilder, sql } from 'kysely';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import type { TableColumn } from './table-types.ts';

/** Columns whose values are metadata of their row: how the database compares and selects them. */
export const SYSTEM: Partial<Record<string, { type: ValueType; ref: (of: string) => RawBuilder<unknown> }>> =
  {
    auto_number: { type: 'double precision', ref: (of) => sql`${sql.id(of, 'number')}::double precision` },
    created_at: { type: 'timestamptz', ref: (of) => sql.id(of, 'created_at') },
    updated_at: { type: 'timestamptz', ref: (of) => sql.id(of, 'updated_at') },
    created_by: { type: 'text', ref: (of) => sql`${sql.id(of, 'created_by')}::text` },
    updated_by: { type: 'text', ref: (of) => sql`${sql.id(of, 'updated_by')}::text` },
  };

/** A column as it is stored. */
export type StoredColumn = {
  definition: FieldDefinition;
  name: string;
  pg_type: ValueType | null;
  revision: number;
  options: ColumnOptions | null;
};

export function readColumn({ definition, name, pg_type, revision, options }: StoredColumn): TableColumn {
  const type = SYSTEM[options?.type ?? '']?.type ?? pg_type;
  return { field: definition, name, type, revision, options: options ?? {} };
}
