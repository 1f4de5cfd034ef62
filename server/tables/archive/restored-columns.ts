import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { COLUMN_TYPES, type ColumnType, ROLLUP_FUNCTIONS } from '#lib/fields/column-base.ts';
import { isShownThroughLinks } from '#lib/fields/column-kinds.ts';
import { type ColumnOptions, canBeUnique, type SplitColumn, splitColumn } from '#lib/fields/column-types.ts';
import { englishDefinitionProblem } from '#lib/fields/english-definition-problem.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
import { newId } from '#server/platform/database/id.ts';
import type { FirstColumn } from '../create-table.ts';
import { LINKS_MAX } from '../table/linked-sources.ts';
import type { TableHeader } from './table-archive.ts';

type Sent = Record<string, unknown>;
type SeenColumn = Record<'id' | 'type' | 'table' | 'opposite' | 'link' | 'via' | 'of' | 'function', string>;

/** A table of an import, as the columns of others need it. */
export type SeenTable = { itemId: string; columns: ReadonlyMap<string, SeenColumn> };
/** The tables of an import that can be made, by their ids in the archive. */
export type SeenTables = ReadonlyMap<string, SeenTable>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Characters of an id, a type, or a link: as many as the id of a column may have. */
const NAME_MAX = 100;
const NAMED = ['id', 'type', 'table', 'opposite', 'link', 'via', 'of', 'function'] as const;

/** @throws UnreadableArchive for more columns than a table may have, and for ids that none can have */
export function seenColumns({ columns }: Pick<TableHeader, 'columns'>): SeenTable['columns'] {
  if (columns.length > COLUMNS_MAX)
    throw new UnreadableArchive(`This table has ${columns.length} columns; ${COLUMNS_MAX} is the most.`);
  const seen = new Map<string, SeenColumn>();
  for (const one of columns) {
    if (NAMED.some((name) => text(one[name]).length > NAME_MAX))
      throw new UnreadableArchive('The columns of this table cannot be read.');
    const [id, type, table] = [text(one.id), text(one.type), text(one.table)];
    const [via, of, name] = [text(one.via), text(one.of), text(one.function)];
    seen.set(id, {
      id,
      type,
      table,
      opposite: text(one.opposite),
      link: text(one.link),
      via,
      of,
      function: name,
    });
  }
  return seen;
}

type Around = { sourceId: string; tables: SeenTables };

/** The options of a link to a table of the same import; null for any other. */
function linkOptions(sent: Sent, { sourceId, tables }: Around): ColumnOptions | null {
  const [own, target] = [tables.get(sourceId), tables.get(text(sent.table))];
  if (!own || !target || text(sent.link) === '') return null;
  const [first, second] = [own.itemId, target.itemId].sort();
  const opposite = target.columns.get(text(sent.opposite));
  const isMutual =
    opposite?.type === 'link' &&
    opposite.table === sourceId &&
    opposite.opposite === sent.id &&
    opposite.link === sent.link;
  return {
    type: 'link',
    table: target.itemId,
    link: derivedId(first ?? '', second ?? '', text(sent.link)),
    side: sent.side === 'other' ? 'other' : 'one',
    ...(isMutual ? { opposite: opposite.id } : {}),
  };
}

/** A lookup or rollup of an archive. */
type Lookup = Pick<SeenColumn, 'type' | 'via' | 'of' | 'function'>;

/** What a lookup or rollup shows, as columns are offered; null where that does not come with the import, or is too many tables away. */
function sourceKind(
  { type, via: viaId, of: ofId, function: name }: Lookup,
  sourceId: string,
  tables: SeenTables,
  left = LINKS_MAX,
): { type: ColumnType } | null {
  const via = tables.get(sourceId)?.columns.get(viaId);
  const target = via?.type === 'link' && via.link ? tables.get(via.table) : undefined;
  if (!via || !target || left === 0) return null;
  if (type === 'rollup' && name === 'count' && ofId === '') return { type: 'number' };
  const of = target.columns.get(ofId);
  const known = COLUMN_TYPES.find((one) => one === of?.type);
  if (!of || !known) return null;
  const isLookup = type === 'lookup';
  if (known !== 'lookup' && known !== 'rollup')
    return isShownThroughLinks({ type: known }, isLookup) ? { type: known } : null;
  const next = sourceKind(of, via.table, tables, left - 1);
  if (!next) return null;
  const kind = { type: known, function: ROLLUP_FUNCTIONS.find((one) => one === of.function), shown_as: next };
  return isShownThroughLinks(kind, isLookup) ? next : null;
}

/** Whether what a lookup or rollup is computed from comes with the import. */
const isComputable = (sent: Sent, { sourceId, tables }: Around): boolean =>
  sourceKind(
    { type: text(sent.type), via: text(sent.via), of: text(sent.of), function: text(sent.function) },
    sourceId,
    tables,
  ) !== null;

/** A column whose values are kept as text, since what they come from is elsewhere. */
const asText = ({ id, name, label, help }: Sent): Sent => ({
  ...{ id, name, label, type: 'textarea', required: false },
  ...(help === undefined ? {} : { help }),
});

export type RestoredColumns = {
  columns: FirstColumn[];
  /** The labels of columns whose values are kept as text. */
  asText: string[];
};

/** Formulas of formulas: how often it is looked which of them have numbers. */
const ROUNDS = 10;

/** Columns that were sent, with those formulas as numbers that are computed from numbers. */
function splitAll(sent: readonly Sent[]): SplitColumn[] {
  let numbers = new Set<string>();
  for (let round = 1; ; round += 1) {
    const split = sent.map((one) => splitColumn(one, (name) => numbers.has(name)));
    const found = new Set(
      split.flatMap(({ definition }) => (definition.type === 'number' ? [text(definition.name)] : [])),
    );
    if (found.size === numbers.size || round === ROUNDS) return split;
    numbers = found;
  }
}

/**
 * The columns of a table of an archive, for the table that it becomes here.
 * @throws UnreadableArchive where a table can't have them, with the first reason
 */
export function restoredColumns({ columns }: TableHeader, around: Around): RestoredColumns {
  const texts: string[] = [];
  const links = columns.map((one) => (one.type === 'link' ? linkOptions(one, around) : null));
  const sent = columns.map((one, at) => {
    const isLost =
      one.type === 'link'
        ? links[at] === null
        : (one.type === 'lookup' || one.type === 'rollup') && !isComputable(one, around);
    // Archives of an earlier build may have what no column has any more: a formula with a default, unique lists.
    if (!isLost)
      return {
        ...one,
        ...(one.formula === undefined ? {} : { default_from: undefined }),
        ...(canBeUnique(one) ? {} : { unique: undefined }),
      };
    texts.push(text(one.label));
    return asText(one);
  });
  const split = splitAll(sent);
  for (const [at, { problems }] of split.entries()) {
    const [problem] = problems;
    if (problem)
      throw new UnreadableArchive(`The column “${labelOf(columns, at)}” cannot be made: ${problem.message}.`);
  }
  const read = readFields(
    split.map(({ definition }) => definition),
    { newId, fields: 2 * COLUMNS_MAX },
  );
  if (!read.ok) {
    const [problem] = read.problems;
    const at = Number(/^fields\[(\d+)\]/.exec(problem?.path ?? '')?.[1] ?? Number.NaN);
    const sentence = problem ? englishDefinitionProblem(problem) : 'it is no column';
    throw new UnreadableArchive(`The column “${labelOf(columns, at)}” cannot be made: ${sentence}.`);
  }
  return {
    columns: read.fields.map((field, at) => ({ field, options: links[at] ?? split[at]?.options ?? {} })),
    asText: texts,
  };
}

const LABEL_SHOWN = 100;
const labelOf = (columns: readonly Sent[], at: number): string =>
  (text(columns[at]?.label) || String(at + 1)).slice(0, LABEL_SHOWN);
