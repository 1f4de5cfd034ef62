import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';

/** What stands on a page of a form. A field is one of the outermost list; texts are Markdown. */
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
  /** The page is left out, with all that stands on it, while this doesn't hold. */
  visible_if?: Condition;
  blocks: Block[];
};

/** How a form's fields are laid out on pages, and what stands between them. Never changed in place, as its fields. */
export type FormLayout = { pages: FormPage[] };

export const NO_LAYOUT: FormLayout = { pages: [] };
export const LAYOUT_LIMITS = { pages: 100, blocks: 1500, title: 500, text: 20_000 };

/** The page of a form that has none. */
const FIRST_PAGE = 'page_1';

/**
 * The whole layout of these fields: fields that are not placed stand at the end, what is not a field any more is left
 * out, and there is one page at least.
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

/** Both hold; a condition that is missing always does. */
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
 * The fields as they are evaluated and checked: one on a page with a condition is shown only where its page is. The
 * list is the same for the same definition and layout, so that what is worked out of it is remembered.
 */
export function applyPageConditions(fields: FieldDefinition[], layout: FormLayout): FieldDefinition[] {
  if (layout.pages.every(({ visible_if }) => visible_if === undefined)) return fields;
  const known = shown.get(fields);
  if (known?.layout === layout) return known.fields;
  const made = withPageConditions(fields, layout);
  shown.set(fields, { layout, fields: made });
  return made;
}
