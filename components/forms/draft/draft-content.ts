import type { ChangeFormRequest, Form } from '#lib/contract/form.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { completeLayout, type FormLayout, NO_LAYOUT } from '#lib/forms/layout.ts';
import { readLayout } from '#lib/forms/read-layout.ts';
import type { FormTranslations } from '#lib/forms/translations.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** The part of a form that the builder changes and that publishing makes a version. Immutable. */
export type DraftContent = {
  title: string;
  description: string;
  /** In the order of the layout. */
  fields: FieldDefinition[];
  /** Complete: each field is on a page. */
  layout: FormLayout;
  translations: FormTranslations;
};

const PARTS = ['title', 'description', 'fields', 'layout', 'translations'] as const;

/** A form's draft from the API. @throws Error for a definition of a version that this page does not know. */
export function draftContentOf(form: Form): DraftContent {
  const read = readFields(form.fields);
  if (!read.ok) throw new Error('The form can not be read');
  const layout = readLayout(form.layout, read.fields);
  return withCompleteLayout({
    title: form.title,
    description: form.description,
    fields: read.fields,
    layout: layout.ok ? layout.layout : NO_LAYOUT,
    translations: form.translations,
  });
}

/** The draft with a complete layout, and its fields in the order of the layout. */
export function withCompleteLayout(content: DraftContent): DraftContent {
  const layout = isWhole(content) ? content.layout : completeLayout(content.fields, content.layout);
  const byId = new Map(content.fields.map((field) => [field.id, field]));
  const fields = layout.pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'field' ? (byId.get(block.field) ?? []) : [])),
  );
  const isInOrder = fields.every((field, at) => field === content.fields[at]);
  return { ...content, layout, fields: isInOrder ? content.fields : fields };
}

/** Whether the layout contains each field once, and no unknown one: then it needs no change. */
function isWhole({ fields, layout: { pages } }: DraftContent): boolean {
  const left = new Set(fields.map(({ id }) => id));
  const isKnown = pages.every(({ blocks }) =>
    blocks.every((block) => block.kind !== 'field' || left.delete(block.field)),
  );
  return isKnown && left.size === 0 && pages.length > 0;
}

/** The change to send so that the server has this draft; null where it has it already. */
export function changesBetween(saved: DraftContent, content: DraftContent): ChangeFormRequest | null {
  const changed = PARTS.filter((part) => saved[part] !== content[part]);
  return changed.length > 0 ? Object.fromEntries(changed.map((part) => [part, content[part]])) : null;
}

/** JSON with sorted keys, so that equal values have equal texts. */
const inOneOrder = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );

/** The draft with the server's own objects for its equal parts. */
export function reuseUnchangedParts(content: DraftContent, saved: DraftContent): DraftContent {
  const same = PARTS.filter((part) => inOneOrder(content[part]) === inOneOrder(saved[part]));
  return { ...content, ...Object.fromEntries(same.map((part) => [part, saved[part]])) };
}

function canonical(content: DraftContent): string {
  const read = readFields(content.fields);
  const fields = read.ok ? read.fields : content.fields;
  return inOneOrder({ ...content, fields, layout: completeLayout(fields, content.layout) });
}

const fingerprints = new WeakMap<DraftContent, string>();

/** A short text that is equal for equal drafts, and hardly ever for others (FNV-1a, twice 32 bits). */
export function fingerprintOf(content: DraftContent): string {
  const known = fingerprints.get(content);
  if (known !== undefined) return known;
  const text = canonical(content);
  const hash = (seed: number) => {
    let value = seed;
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return (value >>> 0).toString(36);
  };
  const made = `${hash(0x811c9dc5)}-${hash(0x2f0b4c47)}-${text.length}`;
  fingerprints.set(content, made);
  return made;
}

/** Whether two drafts are equal in content. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return PARTS.every((part) => one[part] === other[part]) || canonical(one) === canonical(other);
}
