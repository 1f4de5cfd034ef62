import { type DraftContent, withCompleteLayout } from '#components/forms/draft/draft-content.ts';
import { type DraftProblem, draftProblems } from '#components/forms/draft/draft-problems.ts';
import {
  fieldIdsIn,
  findField,
  limitExceeded,
  pruneCondition,
  updateFieldList,
} from '#components/forms/draft/fields-in-draft.ts';
import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { conditionFields } from '#lib/fields/evaluation-plan.ts';
import { addField, addFieldToGroup, type BlockPosition, positionAfter, positionOf } from './draft-changes.ts';

/** A destination of a field: the end of a group, or a position on a page. */
export type MoveTarget = { group: string } | { position: BlockPosition };

export type FieldMove =
  | { ok: false; why: 'depth' | 'itself' }
  | {
      ok: true;
      content: DraftContent;
      /** Rules and formulas whose references would be out of scope after the move, or would have another meaning. */
      broken: readonly DraftProblem[];
      /** The group that is removed too, because no field would be left in it. */
      emptied: FieldDefinition | null;
    };

type Fields = FieldDefinition[];

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  return free;
}

/** The names on the path to a field from the outermost list. */
function pathOf(fields: Fields, id: string): string[] {
  const found = findField(fields, id);
  return found ? [...found.around, found.field].map(({ name }) => name) : [];
}

/** Maps each formula, with the lists of fields in its scope, the nearest first. */
function mapFormulas(
  fields: Fields,
  change: (formula: string, reach: Fields[], field: FieldDefinition) => string,
  around: Fields[] = [],
): Fields {
  const reach = [fields, ...around];
  return fields.map((field) => {
    const inner = field.fields && mapFormulas(field.fields, change, reach);
    const formula = field.formula === undefined ? undefined : change(field.formula, reach, field);
    return { ...field, ...(formula === undefined ? {} : { formula }), ...(inner ? { fields: inner } : {}) };
  });
}

/** The reference to a field from a formula: the shortest path that leads to it. */
function pathTo(fields: Fields, reach: Fields[], id: string): string | null {
  const path = pathOf(fields, id);
  const found = findField(fields, id);
  if (!found) return null;
  const chain = [...found.around, found.field];
  for (const [at, one] of [...chain.entries()].toReversed()) {
    const list = reach.find((each) => each.some(({ name }) => name === one.name));
    if (list?.some((each) => each.id === one.id)) return path.slice(at).join('.');
  }
  return null;
}

/** The ids of the fields that a formula refers to, by their references. */
function namedIn(formula: string, reach: Fields[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const [, path = ''] of formula.matchAll(/\{([^{}]*)\}/g)) {
    const [first = '', ...rest] = path.split('.').map((step) => step.trim());
    let field = reach.flatMap((list) => list.find(({ name }) => name === first) ?? []).at(0);
    for (const name of rest) field = field?.fields?.find((inner) => inner.name === name);
    if (field) named.set(path, field.id);
  }
  return named;
}

/** The same fields, with formulas updated to refer to the same fields as before. */
function withSameFormulas(before: Fields, after: Fields): Fields {
  const references = new Map<string, Map<string, string>>();
  mapFormulas(before, (formula, reach, { id }) => {
    references.set(id, namedIn(formula, reach));
    return formula;
  });
  return mapFormulas(after, (formula, reach, { id }) => {
    const named = references.get(id) ?? new Map<string, string>();
    return formula.replaceAll(/"[^"]*"|'[^']*'|\{([^{}]*)\}/g, (part, path: string | undefined) => {
      const wanted = path === undefined ? undefined : named.get(path);
      const newPath = wanted === undefined ? null : pathTo(after, reach, wanted);
      return newPath === null ? part : `{${newPath}}`;
    });
  });
}

const isNew = (before: readonly DraftProblem[]) => {
  const known = new Set(before.map(({ place, message }) => JSON.stringify([place, message])));
  return ({ place, message }: DraftProblem) => !known.has(JSON.stringify([place, message]));
};

const formulasOf = (fields: Fields): Map<string, string> => {
  const all = new Map<string, string>();
  mapFormulas(fields, (formula, _, { id }) => {
    all.set(id, formula);
    return formula;
  });
  return all;
};

/** The outermost group on the field's path that contains nothing else, and that isn't its destination. */
function emptiedBy({ around }: { around: Fields }, home: string | undefined): FieldDefinition | null {
  let emptied: FieldDefinition | null = null;
  for (const group of around.toReversed()) {
    if (group.id === home || (group.fields ?? []).length > 1) break;
    emptied = group;
  }
  return emptied;
}

/**
 * Moves a field into a group or out of one; a group that becomes empty is removed. Its name is made unique at its
 * destination, and formulas are updated. `broken` lists references that can't be updated: conditions can only refer to
 * fields beside them and around them.
 */
export function moveField(content: DraftContent, id: string, to: MoveTarget): FieldMove {
  const found = findField(content.fields, id);
  if (!found) return { ok: false, why: 'itself' };
  const target = 'group' in to ? findField(content.fields, to.group) : null;
  const home = found.around.at(-1);
  if ('group' in to && (!target || fieldIdsIn(found.field).includes(to.group)))
    return { ok: false, why: 'itself' };
  if (target && home?.id === target.field.id) return { ok: false, why: 'itself' };
  const depth = target ? target.around.length + 2 : 1;
  if (limitExceeded([], [found.field], depth)) return { ok: false, why: 'depth' };

  const emptied = emptiedBy(found, target?.field.id);
  const gone = emptied?.id ?? id;
  const left = updateFieldList(content.fields, gone, (list, at) => list.toSpliced(at, 1));
  const from = positionOf(content.layout, gone);
  const pages = content.layout.pages.map((page) => ({
    ...page,
    blocks: page.blocks.filter((block) => block.kind !== 'field' || block.field !== gone),
  }));
  const without = { ...content, fields: left, layout: { pages } };
  const beside = target ? (findField(left, target.field.id)?.field.fields ?? []) : left;
  const field = { ...found.field, name: freeName(found.field.name, new Set(beside.map(({ name }) => name))) };
  const inserted = target
    ? addFieldToGroup(without, target.field.id, field)
    : addField(
        without,
        field,
        'position' in to ? spotWithout(to.position, emptied && from) : positionAfter(without, null),
      );
  const moved = withCompleteLayout({
    ...inserted,
    fields: withSameFormulas(content.fields, inserted.fields),
  });

  const problems = draftProblems(moved).filter(isNew(draftProblems(content)));
  const isRepeated = [...found.around, ...(target ? [...target.around, target.field] : [])].some(
    ({ multiple }) => multiple,
  );
  const changed = isRepeated ? changedFormulas(content.fields, moved.fields, problems) : [];
  return { ok: true, content: moved, broken: [...problems, ...changed], emptied };
}

/** The same position, after the removal of a block before it on its page. */
const spotWithout = (spot: BlockPosition, gone: BlockPosition | null): BlockPosition =>
  gone && gone.page === spot.page && gone.at < spot.at ? { ...spot, at: spot.at - 1 } : spot;

/** Formulas that changed from a single value to one per list entry, or the other way round. */
function changedFormulas(before: Fields, after: Fields, known: readonly DraftProblem[]): DraftProblem[] {
  const had = formulasOf(before);
  const named = new Set(known.flatMap(({ place }) => (place.kind === 'field' ? [place.id] : [])));
  return [...formulasOf(after)].flatMap(([id, formula]) =>
    had.get(id) === formula || named.has(id)
      ? []
      : [{ path: '', message: formula, place: { kind: 'field' as const, id, part: 'formula' } }],
  );
}

/** The draft after a move, without the conditions that the move broke; formulas stay, to be fixed by the user. */
export function removeBrokenConditions({ content, broken }: Extract<FieldMove, { ok: true }>): DraftContent {
  const isBroken = (kind: string, id: string, part: string) =>
    broken.some(
      ({ place }) =>
        place.kind !== 'form' && place.kind === kind && place.id === id && place.part.startsWith(part),
    );
  const reachable = (reach: Fields[]) => new Set(reach.flat().map(({ id }) => id));
  const withinReach = (
    condition: Condition | undefined,
    reach: ReadonlySet<string>,
  ): Condition | undefined => {
    const gone = new Set(conditionFields(condition).filter((id) => !reach.has(id)));
    return condition && pruneCondition(condition, gone);
  };
  const clean = (fields: Fields, around: Fields[]): Fields =>
    fields.map((field) => {
      const lists = [fields, ...around];
      const next = { ...field, ...(field.fields ? { fields: clean(field.fields, lists) } : {}) };
      for (const part of ['visible_if', 'required_if'] as const) {
        if (!isBroken('field', field.id, part)) continue;
        const condition = withinReach(field[part], reachable(lists));
        if (condition) next[part] = condition;
        else delete next[part];
      }
      return next;
    });
  const fields = clean(content.fields, []);
  const pages = content.layout.pages.map((page) => {
    if (!isBroken('page', page.id, 'visible_if')) return page;
    const { visible_if, ...rest } = page;
    const condition = withinReach(visible_if, reachable([fields]));
    return condition ? { ...rest, visible_if: condition } : rest;
  });
  return withCompleteLayout({ ...content, fields, layout: { pages } });
}
