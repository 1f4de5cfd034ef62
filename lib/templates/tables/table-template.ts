import type { CreateViewRequest } from '#lib/contract/table-views.ts';
import type { ColumnType } from '#lib/fields/column-base.ts';
import type { Option } from '#lib/fields/definition.ts';

/** A column of a template, as a new table takes it; in a template its name is its id. */
export type TemplateColumn = {
  id: string;
  name: string;
  label: string;
  type: ColumnType;
  required: boolean;
  options?: Option[];
  multiple?: boolean;
  unique?: boolean;
  default?: unknown;
  formula?: string;
  help?: string;
};

/** A table to begin with: everything in it may be changed. */
export type TableTemplate = { title: string; columns: TemplateColumn[]; views: CreateViewRequest[] };

type More = Omit<TemplateColumn, 'id' | 'name' | 'label' | 'type' | 'required'> & { required?: boolean };

/** A column that may stay empty, unless it says otherwise: rows are filled bit by bit. */
export const templateColumn = (
  type: ColumnType,
  name: string,
  label: string,
  more: More = {},
): TemplateColumn => ({ id: name, name, label, type, required: false, ...more });

/** The column that names a row. */
export const nameColumn = (label: string): TemplateColumn =>
  templateColumn('text', 'name', label, { required: true });

/** Rows whose column has a value. */
export const whereEquals = (field: string, value: string) => ({ field, op: 'equals' as const, value });
export const whereNot = (field: string, value: string) => ({ field, op: 'not_equals' as const, value });
