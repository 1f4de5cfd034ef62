import { sql } from 'kysely';
import type { ArchivedPerson } from '#server/platform/archives/archived-values.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { storableSource } from './storable-source.ts';

/** Who is known here by no address, and has no name that can be stored. */
const NAMELESS = '…';

/** The name of somebody, without an address: anybody who reads the text would learn it. */
export const storableName = ({ name }: ArchivedPerson): string =>
  storableSource({ author: name, tags: [] })?.author ?? NAMELESS;

/**
 * The members of a hub among the people that an archive names, by their addresses in lower case, as far as its importer may
 * write in their names: an owner or admin of the hub in everybody's, others in their own alone. Anybody can write an archive.
 */
export async function membersByEmail(
  trx: Transaction,
  { hubId, importerId }: { hubId: string; importerId: string },
  named: Iterable<ArchivedPerson | null>,
): Promise<ReadonlyMap<string, string>> {
  const emails = new Set<string>();
  for (const person of named) if (person?.email) emails.add(person.email.toLowerCase());
  if (emails.size === 0) return new Map();
  const { rows } = await sql<{ id: string; email: string }>`
    select person.id, lower(person.email) as email
    from app_user person
      join membership on membership.user_id = person.id and membership.hub_id = ${hubId}
        and membership.suspended_at is null
    where lower(person.email) = any(${[...emails]}::text[]) and person.is_email_verified
      and (person.id = ${importerId} or exists (select from membership importer
        where importer.hub_id = ${hubId} and importer.user_id = ${importerId} and importer.suspended_at is null
          and importer.role in ('owner', 'admin')))`.execute(trx);
  return new Map(rows.map(({ id, email }) => [email, id]));
}
