import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { amountText } from '#lib/fields/amount-text.ts';
import { isForeignAmount, parseColumnText } from '#lib/fields/column-text.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { formatNumber } from '#lib/fields/number-text.ts';
import { optionOf } from '#lib/fields/parse-field-text.ts';
import { normalizeStoredValue } from '#lib/fields/stored-value.ts';
import { validate } from '#lib/fields/validate.ts';
import { plainCell } from '#lib/forms/plain-cell.ts';
import { type PeopleByText, readPeople } from '../rows/people-by-names.ts';
import { cellText } from '../table/cell-text.ts';
import { PEOPLE } from '../table/people-columns.ts';
import type { TableColumn } from '../table/table.ts';

/** What names people, files, and rows, by the ids that cells have of them. */
type Names = ReadonlyMap<string, string>;

/** Between which columns values are converted. Where others are shown, `from` is the column whose values these are. */
export type ValueConversion = {
  from: Pick<TableColumn, 'field' | 'options'>;
  to: Pick<TableColumn, 'field' | 'options'>;
  /** Whether the values of before are computed, so that they are stored as they are shown. */
  isComputed: boolean;
  country: string | null;
  writtenIn: InputFormat;
};

const alone = new WeakMap<FieldDefinition, readonly FieldDefinition[]>();

/** The column without what depends on others, as the only one; made once, since many values are checked against it. */
export function aloneOf(field: FieldDefinition): readonly FieldDefinition[] {
  let found = alone.get(field);
  if (!found) {
    const { visible_if: _, required_if: __, formula: ___, ...own } = field;
    found = [{ ...own, required: false }];
    alone.set(field, found);
  }
  return found;
}

const renamed = new WeakMap<FieldDefinition, { from: FieldDefinition; named: FieldDefinition }>();

/** A choice with the labels that its options have after a change: one that no longer exists there by its label, but not by its id. */
function withNewLabels(from: FieldDefinition, to: FieldDefinition): FieldDefinition {
  if (!isChoice(from) || !isChoice(to)) return from;
  const known = renamed.get(to);
  if (known?.from === from) return known.named;
  const labels = new Set(to.options?.map(({ label }) => label));
  const byId = new Map(to.options?.map(({ id, label }) => [id, label]));
  const options = from.options?.map(({ id, label }) => ({
    id,
    label: labels.has(label) ? label : (byId.get(id) ?? label),
  }));
  const named = { ...from, ...(options ? { options } : {}) };
  renamed.set(to, { from, named });
  return named;
}

type Reference = 'person' | 'file' | 'row' | 'option';

/** What the ids stand for that a column has as its values; null where it has the values themselves. */
function referenceOf({ field, options }: ValueConversion['from']): Reference | null {
  if (PEOPLE.has(options.type ?? '')) return 'person';
  if (options.type === 'link') return 'row';
  if (field.type === 'file') return 'file';
  return isChoice(field) ? 'option' : null;
}

/** A number as its column shows it, if that is read as the same again. */
function numberText({ from, writtenIn }: ValueConversion, value: number): string {
  const { locale = 'en' } = writtenIn;
  const { type = null, currency } = from.options;
  const shown = amountText(value, type, currency, locale);
  const plain = formatNumber(value, locale);
  if (shown === null) return plain;
  const field: FieldDefinition = { ...from.field, type: 'number' };
  if (parseColumnText(field, type, shown, writtenIn).value === value) return shown;
  if (type === 'percent') return `${plain}%`;
  return type === 'currency' && currency ? `${plain} ${currency}` : plain;
}

/** A value as people read it, and as an import reads it again. */
export function shownText(conversion: ValueConversion, value: unknown, names: Names): string {
  const { from, to } = conversion;
  const reference = referenceOf(from);
  const textOf = (one: unknown): string => {
    if (typeof one === 'number') return numberText(conversion, one);
    if (reference !== null && reference !== 'option' && typeof one === 'string') return names.get(one) ?? one;
    return cellText(withNewLabels(from.field, to.field), one);
  };
  if (from.field.type === 'form' || from.field.type === 'json') return cellText(from.field, value);
  return Array.isArray(value) ? value.map(textOf).join('; ') : textOf(value);
}

/** One value or a list, as the column has them; undefined where it has one only and these are several. */
function asMany({ field }: ValueConversion['to'], value: unknown): unknown {
  if (isList(field)) return Array.isArray(value) ? value : [value];
  if (!Array.isArray(value)) return value;
  return value.length === 1 ? value[0] : undefined;
}

/** A value that its new column does not take: of what is not there any more under its id, the text. */
function unconverted(conversion: ValueConversion, value: unknown, text: string): unknown {
  const { from, to, isComputed } = conversion;
  if (typeof value !== 'object' || value === null || isComputed) return text;
  const reference = referenceOf(from);
  if (reference === null || reference === referenceOf(to)) {
    if (reference !== 'option' || !Array.isArray(value)) return value;
    const named = withNewLabels(from.field, to.field);
    return value.map((one) => {
      const label = cellText(named, one);
      return optionOf(to.field, label) ?? label;
    });
  }
  return text;
}

/** Whether the names of people are read of a value's text. */
export const namesPeople = ({ from, to }: Pick<ValueConversion, 'from' | 'to'>): boolean =>
  to.options.type === 'person' && referenceOf(from) !== 'person';

/**
 * A value after a change of its column: unchanged where the column accepts it, else parsed from its displayed
 * text, else stored as it is, and marked wherever it is shown.
 * @param people the members that texts name, where `namesPeople`
 */
export function convertedValue(
  conversion: ValueConversion,
  value: unknown,
  names: Names,
  people: PeopleByText,
): unknown {
  const { from, to, country, writtenIn, isComputed } = conversion;
  if (value === undefined || value === null) return undefined;
  const reference = referenceOf(from);
  const isSame = reference === referenceOf(to);
  const text = () => shownText(conversion, value, names);
  if (reference === 'person' && isSame) return asMany(to, value) ?? text();
  // Files of other tables' rows are not this row's own.
  const isTaken = namesPeople(conversion) || (reference === 'file' && isComputed);
  if (!isTaken && reference !== 'option' && isSame) {
    for (const one of reference === null ? [value] : [value, asMany(to, value)]) {
      if (one === undefined) continue;
      const checked = validate(aloneOf(to.field), { [to.field.name]: one }, { country });
      if (checked.ok) return checked.values[to.field.name];
    }
  }
  const written = text();
  if (namesPeople(conversion)) {
    const read = readPeople(to.field, written, people);
    return 'value' in read ? read.value : unconverted(conversion, value, written);
  }
  const { type = null, currency } = to.options;
  // What a file of numbers writes as `(5)`, may be a label here.
  const plain = to.field.type === 'number' ? written : plainCell(to.field, type, written);
  const isForeign = type === 'currency' && currency !== undefined && isForeignAmount(plain, currency);
  const read = isForeign ? null : parseColumnText(to.field, type, plain, writtenIn);
  if (read && read.problem === null) return normalizeStoredValue(to.field, read.value, country);
  return unconverted(conversion, value, written);
}
