import type { ColumnChange, NewColumn } from '#lib/contract/column-request.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import {
  type ColumnType,
  isVirtualColumn,
  type RollupFunction,
  TABLE_TYPES,
} from '#lib/fields/column-base.ts';
import { creationDefaultOf } from '#lib/fields/creation-default.ts';
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
  /** New rows have what follows from how they are added, in place of that. */
  isDefaultComputed: boolean;
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
  // Rows, forms and files that know nothing of a new column continue without it.
  required: column !== null && column.required !== false,
  unique: column?.unique === true,
  multiple: column?.multiple === true,
  formula: column?.formula ?? '',
  default: column?.default,
  isDefaultComputed: column?.default_from !== undefined,
  max: String(column?.max ?? 5),
  currency: column?.currency ?? '',
  table: column?.table ?? '',
  via: column?.via ?? '',
  of: column?.of ?? '',
  function: column?.function ?? 'sum',
});

const CHOICES: ReadonlySet<string> = new Set(['select', 'multi-select', 'checkboxes']);
const SEVERAL: ReadonlySet<string> = new Set(['file', 'form', 'person', 'link']);
const NO_DEFAULT: ReadonlySet<string> = new Set(['file', 'form', 'json', 'attachment', 'formula']);
const NO_UNIQUE: ReadonlySet<string> = new Set([...CHOICES, 'file', 'form', 'json', 'attachment', 'formula']);

/** The options that new rows have. */
export const defaultOptions = ({ default: value }: Pick<ColumnDraft, 'default'>): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '');

/** The default of a choice with an option added to it, or taken out where it was in it. */
export function withDefault(draft: Pick<ColumnDraft, 'type' | 'default'>, id: string): unknown {
  const before = defaultOptions(draft);
  if (draft.type === 'select') return before.includes(id) ? undefined : id;
  const ids = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  return ids.length > 0 ? ids : undefined;
}

/** The default of a choice without the options that are no longer there. */
export function remainingDefault(
  draft: Pick<ColumnDraft, 'type' | 'default'>,
  options: readonly { id: string }[],
): unknown {
  const ids = defaultOptions(draft).filter((id) => options.some((option) => option.id === id));
  if (ids.length === 0) return undefined;
  return draft.type === 'select' ? ids[0] : ids;
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
    hasDefault: !isVirtual && !NO_DEFAULT.has(type),
  };
}

/** Options and fields of entries as they are sent; null takes those of another type out. */
export type ColumnContents = Pick<ColumnChange, 'options' | 'option_colors' | 'fields'>;

/** What a formula computes has no other default. */
const isDefaultComputed = (draft: ColumnDraft): boolean =>
  draft.isDefaultComputed && draft.formula.trim() === '';

const unlessEmpty = <Value>(value: Value) => (value === '' ? undefined : value);

/** A new column for the API, with what its type has. */
export function newColumnOf(
  draft: ColumnDraft,
  { options, option_colors, fields }: ColumnContents,
): NewColumn {
  const { type, multiple, via, of } = draft;
  const formula = unlessEmpty(draft.formula.trim()) === undefined ? null : draft.formula;
  const common = { label: draft.label, help: unlessEmpty(draft.help.trim()) };
  const written = { ...common, required: draft.required };
  const unique = draft.unique && typeParts(draft).hasUnique ? true : undefined;
  const default_from = isDefaultComputed(draft) ? creationDefaultOf(type) : undefined;
  const single = { ...written, unique, default: unlessEmpty(draft.default) };
  switch (type) {
    case 'text':
    case 'textarea':
    case 'number':
      return { ...single, type, formula };
    case 'date':
      return { ...single, type, formula, default_from };
    case 'email':
    case 'phone':
    case 'url':
    case 'time':
    case 'percent':
    case 'duration':
      return { ...single, type };
    case 'datetime':
      return { ...single, type, default_from };
    case 'json':
      return { ...written, type };
    case 'select':
    case 'checkboxes':
    case 'multi-select':
      return { ...written, type, options: options ?? [], option_colors, default: draft.default };
    case 'file':
      return { ...written, type, multiple };
    case 'form':
      return { ...written, type, multiple, fields: fields ?? [] };
    case 'person':
      return { ...single, type, multiple, default_from };
    case 'attachment':
      return { ...written, type };
    case 'rating':
      return { ...single, type, max: Number(draft.max) };
    case 'currency':
      return { ...single, type, currency: unlessEmpty(draft.currency) };
    case 'link':
      return { ...common, type, multiple, table: draft.table };
    case 'lookup':
      return { ...common, type, via, of };
    case 'rollup':
      return { ...common, type, via, of: unlessEmpty(of), function: draft.function };
    case 'formula':
      return { ...common, type, formula: draft.formula };
    default:
      return { ...common, type };
  }
}

/** What changes of a column for the API; null takes a part out. */
export function columnChangeOf(
  draft: ColumnDraft,
  column: WireColumn,
  contents: ColumnContents,
): ColumnChange {
  const { tableType, fieldType, hasSeveral, isWritten, hasUnique, hasDefault } = typeParts(draft);
  const { type, formula } = draft;
  const cleared = <Value>(value: Value | '' | undefined, before: unknown) =>
    value === '' || value === undefined ? (before === undefined ? undefined : null) : value;
  const change: ColumnChange = {
    ...contents,
    label: draft.label,
    type: column.type !== type ? type : undefined,
    help: cleared(draft.help.trim(), column.help),
    required: isWritten ? draft.required : undefined,
    multiple: hasSeveral ? draft.multiple : undefined,
    unique: hasUnique && (draft.unique || column.unique) ? draft.unique : undefined,
    default: hasDefault ? cleared(draft.default, column.default) : undefined,
    default_from: isDefaultComputed(draft)
      ? creationDefaultOf(type)
      : column.default_from === undefined
        ? undefined
        : null,
  };
  if (type === 'formula') change.formula = formula;
  else if (fieldType) change.formula = formula.trim() === '' ? null : formula;
  if (type === 'rating') change.max = Number(draft.max);
  if (type === 'currency') change.currency = cleared(draft.currency, column.currency);
  if (tableType === 'lookup' || tableType === 'rollup') {
    change.via = draft.via;
    if (draft.of) change.of = draft.of;
  }
  if (tableType === 'rollup') change.function = draft.function;
  return change;
}
