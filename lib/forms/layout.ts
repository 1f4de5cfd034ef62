import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';

/** A block on a page of a form. A field is one at the top level; texts are Markdown. */
export type Block =
  | { kind: 'field'; field: string }
  | { kind: 'section'; id: string; title: string; text?: string }
  | { kind: 'text'; id: string; text: string }
  | { kind: 'picture'; id: string; picture: string; alt: string };

export const BLOCK_KINDS = ['field', 'section', 'text', 'picture'] as const;

export type FormPage = {
  id: string;
  title?: string;
  text?: string;
  /** The page is hidden, with all its blocks, while this is false. */
  visible_if?: Condition;
  blocks: Block[];
};

/**
 * The layout of a form: its fields on pages, and the other blocks between them. Immutable, as are the fields.
 */
export type FormLayout = { pages: FormPage[] };

export const NO_LAYOUT: FormLayout = { pages: [] };
export const LAYOUT_LIMITS = { pages: 100, blocks: 1500, title: 500, text: 20_000 };

/** The id of the page of a form without a layout. */
const FIRST_PAGE = 'page_1';

/**
 * The complete layout of these fields: fields that are not placed are appended, those that don't exist any
 * more are left out, and there is at least one page.
 */
export function completeLayout(fields: readonly FieldDefinition[], layout: FormLayout): FormLayout {
  const left = new Set(fields.map(({ id }) => id));
  const pages = layout.pages.map((page) => ({
    ...page,
    blocks: page.blocks.filter((block) => block.kind !== 'field' || left.delete(block.field)),
  }));
  const rest = [...left].map((field): Block => ({ kind: 'field', field }));
  const last = pages.pop() ?? { id: FIRST_PAGE, blocks: [] };
  return { pages: [...pages, { ...last, blocks: [...last.blocks, ...rest] }] };
}

/** The conjunction of two conditions; a missing one is true. */
function both(one: Condition, other: Condition | undefined): Condition {
  return other ? { and: [one, other] } : one;
}

function withPageConditions(fields: readonly FieldDefinition[], layout: FormLayout): FieldDefinition[] {
  const conditions = new Map<string, Condition>();
  for (const { blocks, visible_if } of layout.pages)
    for (const block of visible_if ? blocks : [])
      if (block.kind === 'field' && visible_if) conditions.set(block.field, visible_if);
  return fields.map((field) => {
    const condition = conditions.get(field.id);
    return condition ? { ...field, visible_if: both(condition, field.visible_if) } : field;
  });
}

const shown = new WeakMap<readonly FieldDefinition[], { layout: FormLayout; fields: FieldDefinition[] }>();

/**
 * The fields as they are evaluated and validated: one on a page with a condition is shown only where its page
 * is. Returns the same list for the same definition and layout, so that derived data can be cached by it.
 */
export function applyPageConditions(fields: FieldDefinition[], layout: FormLayout): FieldDefinition[] {
  if (layout.pages.every(({ visible_if }) => visible_if === undefined)) return fields;
  const known = shown.get(fields);
  if (known?.layout === layout) return known.fields;
  const made = withPageConditions(fields, layout);
  shown.set(fields, { layout, fields: made });
  return made;
}
