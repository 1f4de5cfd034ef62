import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { DEFINITION_LIMITS, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { slugify } from '#lib/text/slug.ts';

type Fields = readonly FieldDefinition[];

/** A unique new id; also works on pages over plain HTTP, where `randomUUID` is missing. */
export function newId(kind: 'f' | 'o' | 'b' | 'p' | 'd'): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)));
  return `${kind}_${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export type FieldLocation = {
  field: FieldDefinition;
  /** The groups around it, the outermost first. */
  around: FieldDefinition[];
  /** The list that contains it. */
  beside: FieldDefinition[];
  at: number;
};

/** Finds a field at any depth. */
export function findField(
  fields: FieldDefinition[],
  id: string,
  around: FieldDefinition[] = [],
): FieldLocation | null {
  for (const [at, field] of fields.entries()) {
    if (field.id === id) return { field, around, beside: fields, at };
    const inner = field.fields ? findField(field.fields, id, [...around, field]) : null;
    if (inner) return inner;
  }
  return null;
}

/** Replaces the list that contains `id`; unaffected fields are the same objects. */
export function updateFieldList(
  fields: FieldDefinition[],
  id: string,
  change: (list: FieldDefinition[], at: number) => FieldDefinition[],
): FieldDefinition[] {
  const at = fields.findIndex((field) => field.id === id);
  if (at >= 0) return change(fields, at);
  for (const [place, field] of fields.entries()) {
    if (!field.fields) continue;
    const inner = updateFieldList(field.fields, id, change);
    if (inner !== field.fields) return fields.with(place, { ...field, fields: inner });
  }
  return fields;
}

/** The same fields with one of them changed. */
export const updateField = (
  fields: FieldDefinition[],
  id: string,
  change: (field: FieldDefinition) => FieldDefinition,
): FieldDefinition[] =>
  updateFieldList(fields, id, (list, at) => {
    const field = list[at];
    const changed = field && change(field);
    return changed && changed !== field ? list.with(at, changed) : list;
  });

/** The number of fields, including those in groups. */
export const countFields = (fields: Fields): number =>
  fields.reduce((sum, field) => sum + 1 + countFields(field.fields ?? []), 0);

/** The depth of groups: 1 where there are none. */
export const depthOf = (fields: Fields): number =>
  1 + Math.max(0, ...fields.map((field) => (field.fields ? depthOf(field.fields) : 0)));

/** Which limit prevents adding these fields at this depth; null where they can be added. */
export function limitExceeded(all: Fields, added: Fields, depth: number): 'fields' | 'depth' | null {
  if (countFields(all) + countFields(added) > DEFINITION_LIMITS.fields) return 'fields';
  return depth - 1 + depthOf(added) > DEFINITION_LIMITS.depth ? 'depth' : null;
}

/** A machine name for a label, unique among the other fields beside it: `Your name` → `your_name`. */
export function uniqueFieldName(label: string, taken: ReadonlySet<string>): string {
  const base = slugify(label, TEXT_LIMITS.name - 5).replaceAll('-', '_') || 'field';
  if (!taken.has(base)) return base;
  let count = 2;
  while (taken.has(`${base}_${count}`)) count += 1;
  return `${base}_${count}`;
}

/** Whether a name was derived from this label, and not chosen. */
export function isDerivedName(name: string, label: string): boolean {
  const base = uniqueFieldName(label, new Set());
  return name === base || (name.startsWith(`${base}_`) && /^\d+$/.test(name.slice(base.length + 1)));
}

export const namesOf = (fields: Fields): Set<string> => new Set(fields.map(({ name }) => name));

/** A copy with new ids, whose conditions refer to the copied fields instead of the originals. */
export function copyField(field: FieldDefinition, ids: Map<string, string> = new Map()): FieldDefinition {
  const renew = (one: FieldDefinition): void => {
    ids.set(one.id, newId('f'));
    for (const inner of one.fields ?? []) renew(inner);
  };
  if (ids.size === 0) renew(field);
  const { visible_if, required_if, fields } = field;
  return {
    ...field,
    id: ids.get(field.id) ?? newId('f'),
    ...(fields ? { fields: fields.map((inner) => copyField(inner, ids)) } : {}),
    ...(visible_if ? { visible_if: withIds(visible_if, ids) } : {}),
    ...(required_if ? { required_if: withIds(required_if, ids) } : {}),
  };
}

function withIds(condition: Condition, ids: ReadonlyMap<string, string>): Condition {
  if ('and' in condition) return { and: condition.and.map((part) => withIds(part, ids)) };
  if ('or' in condition) return { or: condition.or.map((part) => withIds(part, ids)) };
  if ('not' in condition) return { not: withIds(condition.not, ids) };
  return { ...condition, field: ids.get(condition.field) ?? condition.field };
}

/** The rest of a condition without references to these fields; undefined where nothing is left. */
export function pruneCondition(condition: Condition, gone: ReadonlySet<string>): Condition | undefined {
  const parts = (list: Condition[]) => list.flatMap((part) => pruneCondition(part, gone) ?? []);
  if ('and' in condition) {
    const and = parts(condition.and);
    return and.length > 1 ? { and } : and[0];
  }
  if ('or' in condition) {
    const or = parts(condition.or);
    return or.length > 1 ? { or } : or[0];
  }
  if ('not' in condition) {
    const not = pruneCondition(condition.not, gone);
    return not && { not };
  }
  return gone.has(condition.field) ? undefined : condition;
}

/** The fields, without references to deleted fields in their conditions. */
export function removeFieldReferences(
  fields: FieldDefinition[],
  gone: ReadonlySet<string>,
): FieldDefinition[] {
  const changed = fields.map((field) => {
    const { visible_if, required_if, ...rest } = field;
    const visible = visible_if && pruneCondition(visible_if, gone);
    const required = required_if && pruneCondition(required_if, gone);
    const inner = field.fields && removeFieldReferences(field.fields, gone);
    const isSame =
      JSON.stringify([visible, required]) === JSON.stringify([visible_if, required_if]) &&
      inner === field.fields;
    if (isSame) return field;
    return {
      ...rest,
      ...(visible ? { visible_if: visible } : {}),
      ...(required ? { required_if: required } : {}),
      ...(inner ? { fields: inner } : {}),
    };
  });
  return changed.every((field, at) => field === fields[at]) ? fields : changed;
}

/** The ids of a field and of all fields in it. */
export const fieldIdsIn = (field: FieldDefinition): string[] => [
  field.id,
  ...(field.fields ?? []).flatMap((inner) => fieldIdsIn(inner)),
];
