import { LABELS, LABELS_NAME, labelColumnOf } from '#lib/contacts/labels.ts';
import type { Row, RowOutcome, WireColumn } from '#lib/contract/table.ts';
import type { Option } from '#lib/fields/definition.ts';
import type { OptionColor, OptionColors } from '#lib/fields/option-colors.ts';
import { randomId } from '#lib/fields/read-definition.ts';
import { failureOf } from './http.ts';
import { addColumn, changeColumn, changeRows, listColumns, listRows } from './table.ts';

/** How often a change is tried where others change the labels at the same time. */
const ATTEMPTS = 4;
/** People of one request: as many as a page of rows has at most. */
const PAGE_SIZE = 100;
/** People whose labels are changed by one request. */
const CHANGED_MAX = 1_000;

type Labels = { options: Option[]; colors: OptionColors };

const sameLabel = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Changes the labels of a list as they are now; again where somebody else changed them meanwhile.
 * @param change null where there is nothing to change
 */
async function changeLabels(
  itemId: string,
  change: (labels: Labels) => Labels | null,
): Promise<WireColumn | null> {
  for (let attempt = 1; ; attempt += 1) {
    const columns = await listColumns(itemId);
    const column = labelColumnOf(columns);
    const next = change({ options: column?.options ?? [], colors: column?.option_colors ?? {} });
    if (!next) return column ?? null;
    const { options, colors } = next;
    const sent = { options, option_colors: Object.keys(colors).length > 0 ? colors : null };
    // Another column may have the name, of a type that takes no labels.
    const isNamed = !columns.some(({ name }) => name === LABELS_NAME);
    const made = { label: LABELS, ...(isNamed ? { name: LABELS_NAME } : {}) };
    try {
      return column
        ? await changeColumn(itemId, column, sent)
        : await addColumn(itemId, { ...made, type: 'multi-select', required: false, options });
    } catch (error) {
      const status = failureOf(error)?.status;
      // Somebody else gave the list its first label in the same moment.
      const isTaken = status === 422 && !column && isNamed;
      if ((status !== 409 && !isTaken) || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** A label of this text, made where there is none; with the first one, their column. */
export async function createLabel(
  itemId: string,
  label: string,
): Promise<{ id: string; column: WireColumn }> {
  let id = randomId();
  const column = await changeLabels(itemId, ({ options, colors }) => {
    const known = options.find((one) => sameLabel(one.label, label));
    if (known) {
      id = known.id;
      return null;
    }
    return { options: [...options, { id, label: label.trim() }], colors };
  });
  if (!column) throw new Error('a label has a column');
  return { id, column };
}

/** Gives a label another text or colour; null for none. */
export const changeLabel = (
  itemId: string,
  id: string,
  change: { label?: string; color?: OptionColor | null },
) =>
  changeLabels(itemId, ({ options, colors }) => {
    const { label, color } = change;
    const { [id]: before, ...others } = colors;
    const own = color === undefined ? before : color;
    return {
      options: options.map((one) =>
        one.id === id && label !== undefined ? { ...one, label: label.trim() } : one,
      ),
      colors: own ? { ...others, [id]: own } : others,
    };
  });

/** The ids of a person's labels. */
export function labelIdsOf(
  { values }: Pick<Row, 'values'>,
  column: Pick<WireColumn, 'name'> | undefined,
): string[] {
  const value = column && values[column.name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Gives people labels, and takes others from them. @returns the result of each that has other labels now */
export async function labelPeople(
  itemId: string,
  column: Pick<WireColumn, 'name'>,
  rows: readonly Pick<Row, 'id' | 'values'>[],
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): Promise<RowOutcome[]> {
  const changes = rows.flatMap((row) => {
    const before = labelIdsOf(row, column);
    const rest = before.filter((id) => !remove.includes(id));
    const after = [...rest, ...add.filter((id) => !rest.includes(id))];
    const isSame = after.length === before.length && after.every((id) => before.includes(id));
    return isSame ? [] : [{ id: row.id, values: { [column.name]: after.length > 0 ? after : null } }];
  });
  const outcomes: RowOutcome[] = [];
  for (let from = 0; from < changes.length; from += CHANGED_MAX)
    outcomes.push(...(await changeRows(itemId, changes.slice(from, from + CHANGED_MAX))));
  return outcomes;
}

/**
 * Takes a label away: from everybody who has it, who get another one instead where there is one, and then from the list.
 * @param into the id of the label that it is merged into; null to delete it
 * @returns why somebody can't be changed, so that the label stays; null where it no longer exists
 */
export async function removeLabel(
  itemId: string,
  column: Pick<WireColumn, 'id' | 'name'>,
  id: string,
  into: string | null,
): Promise<string | null> {
  const filter = JSON.stringify({ field: column.id, op: 'includes', value: id });
  for (;;) {
    const { data } = await listRows(itemId, { filter, page_size: PAGE_SIZE });
    if (data.length === 0) break;
    const outcomes = await labelPeople(itemId, column, data, { add: into ? [into] : [], remove: [id] });
    if (!outcomes.some(({ status }) => status === 'done' || status === 'missing')) {
      const [refused] = outcomes.flatMap(({ errors = {} }) => Object.values(errors).flat());
      return refused ?? 'These people can’t be changed';
    }
  }
  await changeLabels(itemId, ({ options, colors: { [id]: _, ...colors } }) => ({
    options: options.filter((one) => one.id !== id),
    colors,
  }));
  return null;
}
