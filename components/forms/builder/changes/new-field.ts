import { newId, uniqueFieldName } from '#components/forms/draft/fields-in-draft.ts';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import {
  COMPUTED_TYPES,
  FIELD_TYPES,
  type FieldType,
  isChoice,
  isList,
  rulesFor,
} from '#lib/fields/field-types.ts';

/** The initial texts of a new field. */
export type NewFieldLabels = { label: string; option: (number: number) => string; inner: string };

/** A field that can be saved unchanged: choices have two options, a group has one field. */
export function newField(
  type: FieldType,
  labels: NewFieldLabels,
  taken: ReadonlySet<string>,
): FieldDefinition {
  const field: FieldDefinition = {
    id: newId('f'),
    name: uniqueFieldName(labels.label, taken),
    label: labels.label,
    type,
    required: true,
  };
  if (isChoice(field))
    field.options = [1, 2].map((number) => ({ id: newId('o'), label: labels.option(number) }));
  if (type === 'form') {
    field.multiple = true;
    field.fields = [newField('text', { ...labels, label: labels.inner }, new Set())];
  }
  return field;
}

const TEXTS: readonly FieldType[] = ['text', 'textarea', 'email', 'phone', 'url'];
const TIMES: readonly FieldType[] = ['date', 'time', 'datetime'];
const CHOICES: readonly FieldType[] = ['select', 'checkboxes', 'multi-select'];

/** The types that a field can be changed to, including its own: those with a compatible value. */
export function compatibleTypes(type: FieldType): readonly FieldType[] {
  const fits = (() => {
    if (CHOICES.includes(type)) return CHOICES;
    if (TEXTS.includes(type)) return [...TEXTS, 'number', ...TIMES, 'json'];
    if (type === 'number' || type === 'json') return ['text', 'textarea', type];
    if (TIMES.includes(type)) return ['text', 'textarea', ...TIMES];
    return [type];
  })();
  return FIELD_TYPES.filter((one) => fits.includes(one) && (one !== 'checkboxes' || one === type));
}

/** A rule's value belongs to a kind of type: a date can't limit a number. */
const boundsOf = (type: FieldType): string => (TIMES.includes(type) ? type : 'plain');

/** The field with another type, without the properties that the type doesn't have. */
export function changeFieldType(field: FieldDefinition, type: FieldType): FieldDefinition {
  if (type === field.type) return field;
  const { rules, default: _, multiple, formula, options, ...rest } = field;
  const next: FieldDefinition = { ...rest, type };
  if (multiple && !isList({ type })) next.multiple = multiple;
  if (options && isChoice(next)) next.options = options;
  if (formula !== undefined && COMPUTED_TYPES.includes(type)) next.formula = formula;
  const known = rulesFor(next);
  const isSameBounds = boundsOf(type) === boundsOf(field.type);
  const applicable = rules?.filter(
    ({ rule }: Rule) => known.includes(rule) && (isSameBounds || !['min', 'max', 'equal'].includes(rule)),
  );
  if (applicable && applicable.length > 0) next.rules = applicable;
  return next;
}
