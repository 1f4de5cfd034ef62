import { type RawBuilder, sql } from 'kysely';
import { timeKey } from '#lib/fields/dates.ts';
import type { Comparison, Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { VALUE_TEXT_MAX } from '#lib/fields/submission-values.ts';
import type { VersionField } from '#server/forms/definition/version-fields.ts';

type Sql = RawBuilder<boolean>;

/** Bytes from which on a stored text may be only the beginning of the value. */
const MAYBE_CUT = VALUE_TEXT_MAX;

type ConditionContext = { formId: string; fieldsById: ReadonlyMap<string, VersionField> };

/** Whether a submission has a value in the field for which `test` is true; of several values, any. */
function some({ formId }: ConditionContext, fieldId: string, test: RawBuilder<unknown> = sql`true`): Sql {
  return sql<boolean>`exists (select from submission_value as value
    where value.submission_id = submission.id and value.form_id = ${formId} and value.field_id = ${fieldId}
      and ${test})`;
}

const not = (condition: Sql): Sql => sql<boolean>`not (${condition})`;

/** The whole text of an outermost field, by the names that it has had; null of one in a form in the form, or of a list. */
function wholeText({ field, names }: VersionField): RawBuilder<string> | null {
  if (names.length === 0 || isList(field)) return null;
  return sql<string>`coalesce(${sql.join(names.map((name) => sql`submission.data ->> ${name}`))})`;
}

/** A test of a text: of the stored beginning, and of the whole where that may be longer. */
function textTest(
  versionField: VersionField,
  test: (text: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const whole = wholeText(versionField);
  const onStored = test(sql`value.text`);
  return whole
    ? sql`(${onStored} or (octet_length(value.text) >= ${sql.lit(MAYBE_CUT)} and ${test(whole)}))`
    : onStored;
}

function equalText(versionField: VersionField, wanted: string): RawBuilder<unknown> {
  if (versionField.field.type === 'time') return sql`rpad(value.text, 8, ':00') = ${timeKey(wanted)}`;
  // The collation of the index, which distinguishes texts as exactly as any.
  const onStored = sql`value.text collate "und-x-icu" = ${wanted.slice(0, VALUE_TEXT_MAX).toWellFormed()}`;
  const whole = wholeText(versionField);
  return whole && wanted.length >= VALUE_TEXT_MAX ? sql`(${onStored} and ${whole} = ${wanted})` : onStored;
}

/** Whether a value is the one that is wanted. */
function equal(versionField: VersionField, wanted: string | number): RawBuilder<unknown> {
  const { field } = versionField;
  if (isChoice(field)) return sql`value.option = ${String(wanted)}`;
  if (field.type === 'number') return sql`value.num = ${wanted}`;
  if (field.type === 'date' || field.type === 'datetime')
    return sql`value.ts = ${momentOf(field, wanted)}::timestamptz`;
  return equalText(versionField, String(wanted));
}

/** A day is stored as its beginning in UTC. */
const momentOf = (field: FieldDefinition, wanted: string | number): string =>
  field.type === 'date' ? `${wanted}T00:00:00Z` : String(wanted);

const ORDER = {
  greater: '>',
  after: '>',
  greater_or_equal: '>=',
  less: '<',
  before: '<',
  less_or_equal: '<=',
} as const;
type Ordering = keyof typeof ORDER;
const isOrdering = (op: string): op is Ordering => Object.hasOwn(ORDER, op);

function ordered({ field }: VersionField, op: Ordering, wanted: string | number): RawBuilder<unknown> {
  const than = sql.raw(ORDER[op]);
  if (field.type === 'number') return sql`value.num ${than} ${wanted}`;
  if (field.type === 'time') return sql`rpad(value.text, 8, ':00') ${than} ${timeKey(String(wanted))}`;
  return sql`value.ts ${than} ${momentOf(field, wanted)}::timestamptz`;
}

function comparison(context: ConditionContext, { field: id, op, value = '' }: Comparison): Sql {
  const field = context.fieldsById.get(id);
  if (!field) return sql<boolean>`false`;
  const any = (test?: RawBuilder<unknown>) => some(context, id, test);
  if (op === 'is_not_empty') return any();
  if (op === 'is_empty') return not(any());
  if (isOrdering(op)) return any(ordered(field, op, value));
  if (op === 'equals' || op === 'includes') return any(equal(field, value));
  if (op === 'not_equals') return not(any(equal(field, value)));
  // Of several values, one has to match; of a text, a part.
  if (isList(field.field)) {
    const has = any(equal(field, value));
    return op === 'not_contains' ? not(has) : has;
  }
  const part = String(value);
  if (op === 'starts_with') {
    return any(textTest(field, (text) => sql`starts_with(lower(${text}), lower(${part}))`));
  }
  if (op === 'ends_with') {
    return any(
      textTest(field, (text) => sql`right(lower(${text}), length(lower(${part}))) = lower(${part})`),
    );
  }
  const contains = any(textTest(field, (text) => sql`strpos(lower(${text}), lower(${part})) > 0`));
  return op === 'not_contains' ? not(contains) : contains;
}

/**
 * A condition of the field engine (already parsed, `readCondition`) as SQL over `submission`, by the typed
 * values: with the engine's meaning, except that parts of texts match regardless of case.
 */
export function conditionSql(context: ConditionContext, condition: Condition): Sql {
  const each = (parts: readonly Condition[]) => parts.map((part) => sql`(${conditionSql(context, part)})`);
  if ('and' in condition) return sql<boolean>`${sql.join(each(condition.and), sql` and `)}`;
  if ('or' in condition) return sql<boolean>`${sql.join(each(condition.or), sql` or `)}`;
  if ('not' in condition) return not(conditionSql(context, condition.not));
  return comparison(context, condition);
}
