import type { FieldRecord } from '#components/fields/field-record.ts';
import { evaluateCondition } from '#lib/fields/conditions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { FormLayout, FormPage } from '#lib/forms/layout.ts';

/** The fields of a record by id. */
export const fieldsById = (fields: readonly FieldDefinition[]): ReadonlyMap<string, FieldDefinition> =>
  new Map(fields.map((field) => [field.id, field]));

/** Ids of the fields on a page. */
export const fieldsOn = ({ blocks }: FormPage): string[] =>
  blocks.flatMap((block) => (block.kind === 'field' ? [block.field] : []));

/** Whether a page has visible content: its condition holds, and it has visible fields or texts. */
function isShown(page: FormPage, record: FieldRecord, byId: ReadonlyMap<string, FieldDefinition>): boolean {
  const known = (id: string) => {
    const field = byId.get(id);
    if (!field) return null;
    const { isVisible, value } = record.state(field);
    if (!isVisible) return { field, value: undefined };
    return { field, value: field.type === 'form' ? ownValue(record.values(), field.name) : value };
  };
  if (page.visible_if && !evaluateCondition(page.visible_if, known)) return false;
  return page.blocks.some((block) => {
    if (block.kind !== 'field') return true;
    const field = byId.get(block.field);
    return field !== undefined && record.state(field).isVisible;
  });
}

/** The visible pages, in order; at least one. */
export function visiblePages({ pages }: FormLayout, record: FieldRecord): FormPage[] {
  const byId = fieldsById(record.fields);
  const shown = pages.filter((page) => isShown(page, record, byId));
  return shown.length > 0 ? shown : pages.slice(0, 1);
}
