import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import {
  copyField,
  fieldIdsIn,
  findField,
  namesOf,
  newId,
  pruneCondition,
  removeFieldReferences,
  uniqueFieldName,
  updateField,
  updateFieldList,
} from '#components/forms/draft/fields-in-draft.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Block, FormLayout, FormPage } from '#lib/forms/layout.ts';
import { renameInFormulas } from '#lib/forms/rename-in-formulas.ts';

/** The key of a block: a field's id, or its own. */
export const blockKey = (block: Block): string => (block.kind === 'field' ? block.field : block.id);

export type BlockPosition = { page: number; at: number };

/** The position of a block. */
export function positionOf({ pages }: FormLayout, key: string): BlockPosition | null {
  for (const [page, { blocks }] of pages.entries()) {
    const at = blocks.findIndex((block) => blockKey(block) === key);
    if (at >= 0) return { page, at };
  }
  return null;
}

const onPage = (layout: FormLayout, page: number, change: (blocks: Block[]) => Block[]): FormLayout => ({
  pages: layout.pages.map((one, at) => (at === page ? { ...one, blocks: change(one.blocks) } : one)),
});

const inserted = (layout: FormLayout, { page, at }: BlockPosition, block: Block): FormLayout =>
  onPage(layout, page, (blocks) => blocks.toSpliced(at, 0, block));

/** The position after a block or at the end of a page; the end of the form where there is neither. */
export function positionAfter({ layout }: DraftContent, id: string | null): BlockPosition {
  const spot = id === null ? null : positionOf(layout, id);
  if (spot) return { page: spot.page, at: spot.at + 1 };
  const page = layout.pages.findIndex((one) => one.id === id);
  const last = page >= 0 ? page : layout.pages.length - 1;
  return { page: last, at: layout.pages[last]?.blocks.length ?? 0 };
}

/** Adds an outermost field. */
export const addField = (
  content: DraftContent,
  field: FieldDefinition,
  spot: BlockPosition,
): DraftContent => ({
  ...content,
  fields: [...content.fields, field],
  layout: inserted(content.layout, spot, { kind: 'field', field: field.id }),
});

export const addBlock = (content: DraftContent, block: Block, spot: BlockPosition): DraftContent => ({
  ...content,
  layout: inserted(content.layout, spot, block),
});

/** Adds a field to a group, after one of its fields or at its end. */
export const addFieldToGroup = (
  content: DraftContent,
  group: string,
  field: FieldDefinition,
  after?: string,
): DraftContent => ({
  ...content,
  fields: updateField(content.fields, group, (one) => {
    const list = one.fields ?? [];
    const at = list.findIndex(({ id }) => id === after);
    return { ...one, fields: list.toSpliced(at < 0 ? list.length : at + 1, 0, field) };
  }),
});

/** Changes a field; when its name changes, formulas that refer to it are updated. */
export function changeField(
  content: DraftContent,
  id: string,
  change: (field: FieldDefinition) => FieldDefinition,
): DraftContent {
  const before = findField(content.fields, id);
  const fields = updateField(content.fields, id, change);
  if (!before || fields === content.fields) return content;
  const after = findField(fields, id);
  const [was, is] = [before.field.name, after?.field.name ?? ''];
  const isOnly = before.beside.filter(({ name }) => name === was).length === 1;
  if (was === is || was === '' || is === '' || !isOnly) return { ...content, fields };
  const group = before.around.at(-1);
  if (!group) return { ...content, fields: renameInFormulas(fields, was, is) };
  const inGroup = updateField(fields, group.id, (one) => ({
    ...one,
    fields: renameInFormulas(one.fields ?? [], was, is),
  }));
  return { ...content, fields: inGroup };
}

export const changeBlock = <Kind extends Block['kind']>(
  content: DraftContent,
  id: string,
  kind: Kind,
  change: (block: Extract<Block, { kind: Kind }>) => Block,
): DraftContent => {
  const isIt = (block: Block): block is Extract<Block, { kind: Kind }> =>
    block.kind === kind && blockKey(block) === id;
  const pages = content.layout.pages.map((page) =>
    page.blocks.some(isIt)
      ? { ...page, blocks: page.blocks.map((block) => (isIt(block) ? change(block) : block)) }
      : page,
  );
  return { ...content, layout: { pages } };
};

/** Removes a block, or a field at any depth, and its references in conditions. */
export function removeNode(content: DraftContent, id: string): DraftContent {
  const found = findField(content.fields, id);
  if (!found) {
    const pages = content.layout.pages.map((page) => ({
      ...page,
      blocks: page.blocks.filter((block) => blockKey(block) !== id),
    }));
    return { ...content, layout: { pages } };
  }
  const gone = new Set(fieldIdsIn(found.field));
  const left = updateFieldList(content.fields, id, (list, at) => list.toSpliced(at, 1));
  const pages = content.layout.pages.map(({ visible_if, ...page }) => {
    const condition = visible_if && pruneCondition(visible_if, gone);
    const blocks = page.blocks.filter((block) => blockKey(block) !== id);
    return { ...page, blocks, ...(condition ? { visible_if: condition } : {}) };
  });
  return { ...content, fields: removeFieldReferences(left, gone), layout: { pages } };
}

/** Inserts a copy after a block, or after a field at any depth. @returns the copy's id and the draft */
export function duplicateNode(
  content: DraftContent,
  id: string,
): { content: DraftContent; id: string } | null {
  const found = findField(content.fields, id);
  const spot = positionOf(content.layout, id);
  if (found) {
    const copy = copyField(found.field);
    copy.name = uniqueFieldName(copy.label, namesOf(found.beside));
    const group = found.around.at(-1);
    if (group) return { content: addFieldToGroup(content, group.id, copy, id), id: copy.id };
    return { content: addField(content, copy, positionAfter(content, id)), id: copy.id };
  }
  const block = spot && content.layout.pages[spot.page]?.blocks[spot.at];
  if (!block || block.kind === 'field') return null;
  const copy: Block = { ...block, id: newId('b') };
  return { content: addBlock(content, copy, positionAfter(content, id)), id: copy.id };
}

/** Moves a block to a position on a page, counted without the block itself. */
export function moveBlock(content: DraftContent, id: string, to: BlockPosition): DraftContent {
  const from = positionOf(content.layout, id);
  const block = from && content.layout.pages[from.page]?.blocks[from.at];
  if (!from || !block) return content;
  const without = onPage(content.layout, from.page, (blocks) => blocks.toSpliced(from.at, 1));
  return { ...content, layout: inserted(without, to, block) };
}

/**
 * The position one step up or down: beyond a page's edge it is on the page before or after; null at the form's edge.
 */
export function adjacentPosition({ layout }: DraftContent, id: string, step: -1 | 1): BlockPosition | null {
  const from = positionOf(layout, id);
  if (!from) return null;
  const blocks = layout.pages[from.page]?.blocks.length ?? 0;
  const at = from.at + step;
  if (at >= 0 && at < blocks) return { page: from.page, at };
  const page = from.page + step;
  const other = layout.pages[page];
  if (!other) return null;
  return { page, at: step < 0 ? other.blocks.length : 0 };
}

/** Moves a block or an inner field one step; the same draft where no step is possible. */
export function moveNodeByStep(content: DraftContent, id: string, step: -1 | 1): DraftContent {
  const spot = adjacentPosition(content, id, step);
  if (spot) return moveBlock(content, id, spot);
  const found = findField(content.fields, id);
  if (!found || found.around.length === 0) return content;
  return moveFieldInGroup(content, id, found.at + step);
}

/** Moves a field within its group. */
export function moveFieldInGroup(content: DraftContent, id: string, to: number): DraftContent {
  const fields = updateFieldList(content.fields, id, (list, at) => {
    const field = list[at];
    return !field || to < 0 || to >= list.length || to === at
      ? list
      : list.toSpliced(at, 1).toSpliced(to, 0, field);
  });
  return fields === content.fields ? content : { ...content, fields };
}

/** Adds an empty page after another. */
export function addPage(content: DraftContent, page: FormPage, after: number): DraftContent {
  return { ...content, layout: { pages: content.layout.pages.toSpliced(after + 1, 0, page) } };
}

export const changePage = (
  content: DraftContent,
  id: string,
  change: (page: FormPage) => FormPage,
): DraftContent => ({
  ...content,
  layout: { pages: content.layout.pages.map((page) => (page.id === id ? change(page) : page)) },
});

/** Removes a page; its blocks move to the page before it, or after it where it is the first. */
export function removePage(content: DraftContent, id: string): DraftContent {
  const { pages } = content.layout;
  const at = pages.findIndex((page) => page.id === id);
  const page = pages[at];
  if (!page || pages.length < 2) return content;
  const heir = at === 0 ? 1 : at - 1;
  const joined = pages.map((one, place) =>
    place === heir
      ? { ...one, blocks: at === 0 ? [...page.blocks, ...one.blocks] : [...one.blocks, ...page.blocks] }
      : one,
  );
  return { ...content, layout: { pages: joined.toSpliced(at, 1) } };
}

export function movePage(content: DraftContent, id: string, step: -1 | 1): DraftContent {
  const { pages } = content.layout;
  const at = pages.findIndex((page) => page.id === id);
  const page = pages[at];
  const to = at + step;
  if (!page || to < 0 || to >= pages.length) return content;
  return { ...content, layout: { pages: pages.toSpliced(at, 1).toSpliced(to, 0, page) } };
}

/** Pages and blocks as one list, in their order: dragging moves them in this list. */
export const flattenLayout = ({ pages }: FormLayout): string[] =>
  pages.flatMap((page) => [page.id, ...page.blocks.map(blockKey)]);

/** The draft with its blocks in this order; each belongs to the page before it. */
export function reorderBlocks(content: DraftContent, keys: readonly string[]): DraftContent {
  const byKey = new Map(
    content.layout.pages.flatMap(({ blocks }) => blocks.map((one) => [blockKey(one), one])),
  );
  const pages: FormPage[] = [];
  for (const key of keys) {
    const page = content.layout.pages.find(({ id }) => id === key);
    const block = byKey.get(key);
    if (page) pages.push({ ...page, blocks: [] });
    else if (block) pages.at(-1)?.blocks.push(block);
  }
  return pages.length === content.layout.pages.length ? { ...content, layout: { pages } } : content;
}
