import type { WireColumn } from '#lib/contract/table.ts';
import {
  type ColumnType,
  isVirtualColumn,
  type RollupFunction,
  TABLE_TYPES,
} from '#lib/fields/column-types.ts';
import { COMPUTED_TYPES, FIELD_TYPES } from '#lib/fields/field-types.ts';

/** A column while it is edited, without its options and the fields of its entries. */
export type ColumnDraft = {
  label: string;
  help: string;
  type: ColumnType;
  required: boolean;
  unique: boolean;
  multiple: boolean;
  formula: string;
  /** The value of new rows. */
  default: unknown;
  max: string;
  /** Empty for the hub's. */
  currency: string;
  table: string;
  via: string;
  of: string;
  function: RollupFunction;
};

export const columnDraft = (column: WireColumn | null): ColumnDraft => ({
  label: column?.label ?? '',
  help: column?.help ?? '',
  type: column?.type ?? 'text',
  required: column?.required !== false,
  unique: column?.unique === true,
  multiple: column?.multiple === true,
  formula: column?.formula ?? '',
  default: column?.default,
  max: String(column?.max ?? 5),
  currency: column?.currency ?? '',
  table: column?.table ?? '',
  via: column?.via ?? '',
  of: column?.of ?? '',
  function: column?.function ?? 'sum',
});

const CHOICES: ReadonlySet<string> = new Set(['select', 'multi-select', 'checkboxes']);
const SEVERAL: ReadonlySet<string> = new Set(['file', 'form', 'person', 'link']);
const NO_DEFAULT: ReadonlySet<string> = new Set(['file', 'form', 'json', 'attachment', 'person', 'formula']);
const NO_UNIQUE: ReadonlySet<string> = new Set([...CHOICES, 'file', 'form', 'json', 'attachment', 'formula']);

const NUMBERS: ReadonlySet<string> = new Set(['number', 'rating', 'currency', 'percent', 'duration']);

/** The default of a column as it was typed; a text that is no number is refused by the server. */
export function defaultOf(type: ColumnType, text: string): unknown {
  if (text === '') return undefined;
  return NUMBERS.has(type) && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** What a column of a type has besides its label, for the parts of its dialog. */
export function typeParts({ type, multiple }: Pick<ColumnDraft, 'type' | 'multiple'>) {
  const tableType = TABLE_TYPES.find((one) => one === type);
  const fieldType = FIELD_TYPES.find((one) => one === type);
  const isVirtual = tableType !== undefined && isVirtualColumn({ type: tableType });
  const hasSeveral = SEVERAL.has(type);
  return {
    tableType,
    fieldType,
    hasOptions: CHOICES.has(type),
    hasSeveral,
    hasFields: type === 'form',
    isWritten: !isVirtual && type !== 'formula',
    hasFormula: type === 'formula' || (fieldType !== undefined && COMPUTED_TYPES.includes(fieldType)),
    hasUnique: !isVirtual && !NO_UNIQUE.has(type) && !(hasSeveral && multiple),
    hasDefault: !isVirtual && !NO_DEFAULT.has(type) && !CHOICES.has(type),
  };
}

/** The definition for the API, without options and the fields of entries; null takes a part out. */
export function definitionOf(draft: ColumnDraft, column: WireColumn | null): Record<string, unknown> {
  const { tableType, fieldType, hasSeveral, isWritten, hasUnique, hasDefault } = typeParts(draft);
  const { type, formula } = draft;
  const isNew = column === null;
  const cleared = <Value>(value: Value | '' | undefined, before: unknown) =>
    value === '' || value === undefined ? (before === undefined ? undefined : null) : value;
  const parts: Record<string, unknown> = {
    label: draft.label,
    type: isNew || column.type !== type ? type : undefined,
    help: cleared(draft.help.trim(), column?.help),
    required: isWritten ? draft.required : undefined,
    multiple: hasSeveral ? draft.multiple : undefined,
    unique: hasUnique && (draft.unique || column?.unique) ? draft.unique : undefined,
    default: hasDefault ? cleared(draft.default, column?.default) : undefined,
  };
  if (type === 'formula') parts.formula = formula;
  else if (fieldType) parts.formula = formula.trim() === '' ? null : formula;
  if (type === 'rating') parts.max = Number(draft.max);
  if (type === 'currency' && draft.currency !== '') parts.currency = draft.currency;
  if (type === 'link' && isNew) parts.table = draft.table;
  if (tableType === 'lookup' || tableType === 'rollup') {
    parts.via = draft.via;
    if (draft.of) parts.of = draft.of;
  }
  if (tableType === 'rollup') parts.function = draft.function;
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
