import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isList } from '#lib/fields/field-types.ts';
import { unguarded } from '#lib/text/csv.ts';
import { isBlank } from '#lib/text/text.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Table } from '../table/table.ts';

/** The field of each column of a file; null for columns without one. */
type Fields = readonly (FieldDefinition | null)[];

/** The ids of the members that a text names: none, one, or several with the same name. */
export type PeopleByText = ReadonlyMap<string, readonly string[]>;

/** People of one cell at most. */
const PEOPLE_MAX = 1_000;
/** Names that are written like an address or an id name nobody: the person is meant who has that address. */
const NO_NAME = /@|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Longer texts name nobody. */
const TEXT_MAX = 500;

const folded = (text: string) => text.trim().replace(/\s+/gu, ' ').toLowerCase();

/** What may name a person in a cell: all of it, as a name may have a comma, or each of its parts. */
function candidates(field: FieldDefinition, cell: string): string[][] {
  const parts = (separator: RegExp | string) =>
    cell
      .split(separator, PEOPLE_MAX + 1)
      .map(folded)
      .filter((part) => part !== '');
  return isList(field) ? [[folded(cell)], parts(/\r?\n|;/), parts(/\r?\n|;|,/)] : [[folded(cell)]];
}

/** The places of the columns of a file that fill columns of people. */
function peopleColumns({ columns }: Table, headers: Fields) {
  const people = new Set(
    columns.flatMap(({ field, options }) => (options.type === 'person' ? [field.id] : [])),
  );
  return [...headers.entries()].flatMap(([at, field]) =>
    field && people.has(field.id) ? [{ at, field }] : [],
  );
}

/** Whether a file fills a column of people, who are looked up while its lines are read. */
export const fillsPeople = (table: Table, headers: Fields): boolean =>
  peopleColumns(table, headers).length > 0;

/**
 * The members of the hub that cells of these lines name: by id, name, or verified address. Who is a guest finds nobody by an
 * address, since they would learn whose it is; somebody from outside of the hub finds nobody.
 * @param importerId who imports the lines
 */
export async function peopleOfLines(
  database: Database | Transaction,
  table: Table,
  headers: Fields,
  lines: readonly (readonly string[])[],
  importerId: string | null,
): Promise<PeopleByText> {
  const wanted = new Set<string>();
  for (const { at, field } of peopleColumns(table, headers))
    for (const cells of lines) {
      const cell = unguarded(cells[at] ?? '');
      if (isBlank(cell)) continue;
      for (const text of candidates(field, cell).flat()) if (text.length <= TEXT_MAX) wanted.add(text);
    }
  if (wanted.size === 0) return new Map();
  const texts = [...wanted].map((text) => text.replaceAll('\0', '').toWellFormed());
  const { rows } = await sql<{ id: string; name: string; email: string | null }>`
    with own as (
      select role from membership
      where hub_id = ${table.item.hub_id} and user_id = ${importerId}::uuid and suspended_at is null
    ), member as (
      select person.id::text as id,
        lower(regexp_replace(trim(person.first_name || ' ' || person.last_name), '\\s+', ' ', 'g')) as name,
        case when person.is_email_verified and (select role <> 'guest' from own) then lower(person.email) end as email
      from membership join app_user person on person.id = membership.user_id
      where membership.hub_id = ${table.item.hub_id} and membership.suspended_at is null and exists (select from own)
    )
    select id, name, email from member
    where id = any(${texts}::text[]) or name = any(${texts}::text[]) or email = any(${texts}::text[])`.execute(
    database,
  );
  const found = new Map<string, string[]>();
  for (const { id, name, email } of rows) {
    if (!NO_NAME.test(name)) found.set(name, [...(found.get(name) ?? []), id]);
    if (email !== null) found.set(email, [id]);
    found.set(id, [id]);
  }
  return found;
}

/** The people that a cell names, as a value of its column, or why it names none. */
export function readPeople(
  field: FieldDefinition,
  cell: string,
  people: PeopleByText,
): { value: unknown } | { reason: string } {
  const { label } = field;
  const tries = candidates(field, cell);
  const known = tries.find((parts) => parts.length > 0 && parts.every((part) => people.has(part)));
  if (!known) {
    const unknown = tries.at(-1)?.find((part) => !people.has(part)) ?? folded(cell);
    return {
      reason: `${label} names “${unknown.slice(0, 100).toWellFormed()}”, who is not a member of this hub`,
    };
  }
  const ids = known.map((part) => people.get(part) ?? []);
  if (ids.some(({ length }) => length > 1))
    return {
      reason: `${label} names several members of this hub. Write the address of the one that is meant`,
    };
  const list = [...new Set(ids.flat())];
  return { value: isList(field) ? list : list[0] };
}
