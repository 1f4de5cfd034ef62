import { type RawBuilder, sql } from 'kysely';
import { RESULT, readingLinks } from '../table/linked-sources.ts';
import { type LinkColumn, type LinkedSource, rowTableOf } from '../table/table.ts';
import { rolledResult, type SelectTogether } from './rolled-result.ts';
import { sidesOf } from './row-links.ts';
import { valuesOf } from './values-of.ts';

type Part = RawBuilder<unknown>;

/** Links for a statement, with the rows where they end; those to deleted rows are left out. */
type Step = {
  /** The id of the row that has the links. */
  own: Part;
  from: Part;
  where: Part;
  /** The order in which a row's linked rows are shown. */
  order: Part;
};

/** Of links that a statement begins with (`reachedLinks`), the place of those that are read; null where all links are. */
type Reached = number | null;

const reachedName = (at: number) => sql.id(`links_${at}`);

/** The links of a column, with the linked rows. */
function linkRows(link: LinkColumn, row: string): Step & { target: Part } {
  const { own, target: other } = sidesOf(link);
  const target = sql`link.${other}`;
  return {
    own: sql`link.${own}`,
    target,
    from: sql`row_link link join ${rowTableOf(link.options.table)} ${sql.id(row)} on ${sql.id(row, 'id')} = ${target}`,
    where: sql`link.link_id = ${link.options.link}::uuid`,
    order: sql`link.position, ${target}`,
  };
}

/**
 * The links of a column beside what is known of the rows where they end: rows `id`, each once. As a full join, which the database makes by
 * hash or in order, however few rows it expects: it never walks one side for each row of the other. Links and rows without the other
 * side are among them, hence the fence: a condition for one side would make it another join.
 */
function linksBeside(link: LinkColumn, known: Part, reached: Reached): Part {
  const { own, target, from, where } = linkRows(link, 'row');
  const links =
    reached === null
      ? sql`select ${own} as own, ${target} as target, link.position from ${from} where ${where}`
      : sql`select own, target, position from ${reachedName(reached)}`;
  return sql`(select link.own, link.target, link.position, known.*
    from (${links}) link full join (${known}) known on known.id = link.target offset 0)`;
}

/** Links to rows of which something is known. */
const knownStep = (link: LinkColumn, known: Part, reached: Reached): Step => ({
  own: sql`known.own`,
  from: sql`${linksBeside(link, known, reached)} known`,
  where: sql`known.own is not null and known.id is not null`,
  order: sql`known.position, known.target`,
});

/** Links to rows that were found, which are looked up for each of these: of few, few links are read. */
function foundStep(link: LinkColumn, found: Part): Step {
  const { own, target } = sidesOf(link);
  return {
    own: sql`link.own`,
    from: sql`(${found}) found join ${rowTableOf(link.options.table)} row on row.id = found.id
      cross join lateral (select one.${own} as own, one.position from row_link one
        where one.link_id = ${link.options.link}::uuid and one.${target} = found.id offset 0) link`,
    where: sql`true`,
    order: sql`link.position, found.id`,
  };
}

/** Links to rows `r`: those of the linked table, or of the results that a rollup has for these. */
function lastStep(link: LinkColumn, rolled: LinkedSource['rolled'], reached: Reached): Step {
  if (rolled) {
    const { source, function: name } = rolled;
    const results = together(source, rolledResult(source, name), reached === null ? null : reached + 1);
    // Rows without links have a result as well: nothing makes zero.
    const value = sql`link.${sql.id(RESULT)}`;
    const shown = name === 'count' || name === 'sum' ? sql`coalesce(${value}, 0)` : value;
    return {
      own: sql`r.own`,
      from: sql`(select link.own, link.target, link.position, ${shown} as ${sql.id(RESULT)},
          coalesce(link.extra, '{}') as extra
        from ${linksBeside(link, results, reached)} link where link.own is not null) r`,
      where: sql`true`,
      order: sql`r.position, r.target`,
    };
  }
  if (reached === null) return linkRows(link, 'r');
  return {
    own: sql`link.own`,
    from: sql`${reachedName(reached)} link join ${rowTableOf(link.options.table)} r on r.id = link.target`,
    where: sql`true`,
    order: sql`link.position, link.target`,
  };
}

/** Writes what is read of rows with links: for the row itself, or for those that link to it. */
type Read = (step: Step, isForItself: boolean) => Part;

/**
 * Reads the links of a source from its last table on: `first` writes what is known of each row that links to that, and `next` what is of rows
 * that link to these. However many paths lead through the tables, each link is read once.
 */
function tableByTable(
  { link, more, rolled }: LinkedSource,
  reached: Reached,
  first: Read,
  next: Read,
  stepTo: (link: LinkColumn, known: Part, reached: Reached) => Step = knownStep,
): Part {
  const before = [link, ...more];
  const last = before.pop() ?? link;
  const place = (at: number): Reached => (reached === null ? null : reached + at);
  let known = first(lastStep(last, rolled, place(before.length)), before.length === 0);
  for (const [at, one] of [...before.entries()].reverse())
    known = next(stepTo(one, known, place(at)), at === 0);
  return known;
}

const grouped = ({ own, from, where }: Step, more: Part, selected: Part): Part =>
  sql`select ${own} as id, ${selected} from ${from} ${more} where ${where} group by ${own}`;

const entriesOf = ({ of }: LinkedSource): Part => (of ? valuesOf(of).from : sql``);

/** What is selected of all linked rows of each row together; a linked row counts as often as it is linked. */
function together(source: LinkedSource, select: SelectTogether, reached: Reached): Part {
  const parts: { first: Part; merged: Part; name: Part }[] = [];
  const selected = select((first, how) => {
    const name = `part_${parts.length}`;
    const merged = sql`${sql.raw(how)}(${sql.id('known', name)})`;
    parts.push({ first, merged, name: sql.id(name) });
    return merged;
  });
  const firstParts = sql.join(parts.map(({ first, name }) => sql`${first} as ${name}`));
  const mergedParts = sql.join(parts.map(({ merged, name }) => sql`${merged} as ${name}`));
  return tableByTable(
    source,
    reached,
    (step, isForItself) =>
      grouped(step, entriesOf(source), isForItself ? select((aggregate) => aggregate) : firstParts),
    (step, isForItself) => grouped(step, sql``, isForItself ? selected : mergedParts),
  );
}

/** The links by which some rows lead on, step by step; from each row that they lead to once, by however many paths. */
function reachedLinks(source: LinkedSource, rowIds: readonly string[]): Part {
  const reading = readingLinks(source).map((link, at) => {
    const { own, target, from, where } = linkRows(link, 'row');
    const rows =
      at === 0
        ? sql`unnest(${[...new Set(rowIds)]}::uuid[])`
        : sql`(select distinct target from ${reachedName(at - 1)})`;
    return sql`${reachedName(at)} (own, target, position) as materialized (
      select ${own}, ${target}, link.position from ${rows} as reached (id) join ${from} on ${own} = reached.id where ${where})`;
  });
  return sql`with ${sql.join(reading)}`;
}

/** What linked rows are together, as rows `id` with what is selected, for all rows that have some. */
export const rowsTogether = (source: LinkedSource, select: SelectTogether): Part =>
  sql`(${together(source, select, null)})`;

/** The same as a statement for some rows alone: of what they lead to. */
export function someRowsTogether(
  source: LinkedSource,
  select: SelectTogether,
  rowIds: readonly string[],
): Part {
  if (readingLinks(source).length > 1)
    return sql`${reachedLinks(source, rowIds)} ${together(source, select, 0)}`;
  const step = linkRows(source.link, 'r');
  const where = sql`${step.where} and ${step.own} = any(${rowIds}::uuid[])`;
  return grouped(
    { ...step, where },
    entriesOf(source),
    select((aggregate) => aggregate),
  );
}

/** The ids of the rows of which some linked row, itself `r`, is found; some of them more than once. */
export function rowsWithSome(source: LinkedSource, isFound: Part): Part {
  const select = ({ own, from, where }: Step, isForItself: boolean, also = sql``) =>
    sql`select ${isForItself ? sql`` : sql`distinct`} ${own} as id from ${from} where ${where} ${also}`;
  const first: Read = (step, isForItself) => select(step, isForItself, sql`and ${isFound}`);
  return tableByTable(source, null, first, select, foundStep);
}

/** What is selected of the first linked row `r` of each row, as rows `id` with that. @param names what is selected, by its names */
export function firstRows(source: LinkedSource, selected: Part, names: readonly string[]): Part {
  const select = ({ own, from, where, order }: Step, values: Part) =>
    sql`select distinct on (${own}) ${own} as id, ${values} from ${from} where ${where} order by ${own}, ${order}`;
  const known = sql.join(names.map((name) => sql.id('known', name)));
  const first: Read = (step) => select(step, selected);
  return sql`(${tableByTable(source, null, first, (step) => select(step, known))})`;
}

/**
 * The values of the linked rows of each row, each once and in one order, as rows `id` with a set of them. @param value as a text, whose
 * order is that of its code points whatever its column has
 */
export function valueSets(source: LinkedSource, { from, value }: LinkedEntries): Part {
  const select = (step: Step, entries: Part, values: Part, where: Part) =>
    sql`select ${step.own} as id, array_agg(distinct ${values} collate "C") as ${sql.id(RESULT)}
      from ${step.from} ${entries} where ${step.where} ${where} group by ${step.own}`;
  const first: Read = (step) => select(step, from, value, sql`and ${value} is not null`);
  const next: Read = (step) =>
    select(
      step,
      sql`cross join lateral unnest(${sql.id('known', RESULT)}) as entry (value)`,
      sql`entry.value`,
      sql``,
    );
  return sql`(${tableByTable(source, null, first, next)})`;
}

/** The values of linked rows `r`, one by one: what is joined for them, and their order within one row where that has several. */
export type LinkedEntries = { from: Part; value: Part; place: Part | null };

/**
 * The first values of the linked rows of each row, in the order of the links, as rows `id` with a list of them; a row that is linked twice
 * has them twice. Rows without any are not among these.
 */
export const firstValues = (source: LinkedSource, entries: LinkedEntries, most: number): Part =>
  sql`(${firstValuesOf(source, entries, most, null)})`;

/** The same of some rows alone: of what they lead to. */
export const someFirstValues = (
  source: LinkedSource,
  entries: LinkedEntries,
  most: number,
  rowIds: readonly string[],
): Part => sql`(${reachedLinks(source, rowIds)} ${firstValuesOf(source, entries, most, 0)})`;

function firstValuesOf(
  source: LinkedSource,
  { from, value, place }: LinkedEntries,
  most: number,
  reached: Reached,
): Part {
  const select = (step: Step, entries: Part, values: Part, order: Part, where: Part) =>
    sql`select ${step.own} as id, (array_agg(${values} order by ${order}))[1:${sql.lit(most)}] as ${sql.id(RESULT)}
      from ${step.from} ${entries} where ${step.where} ${where} group by ${step.own}`;
  const first: Read = (step) =>
    select(
      step,
      from,
      value,
      place ? sql`${step.order}, ${place}` : step.order,
      sql`and ${value} is not null`,
    );
  const next: Read = (step) =>
    select(
      step,
      sql`cross join lateral unnest(${sql.id('known', RESULT)}) with ordinality as entry (value, place)`,
      sql`entry.value`,
      sql`${step.order}, entry.place`,
      sql``,
    );
  return tableByTable(source, reached, first, next);
}
