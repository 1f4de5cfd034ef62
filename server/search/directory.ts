import { sql } from 'kysely';
import { hubOperations } from '#lib/access/operations.ts';
import type { Directory, DirectoryPerson, DirectorySpace } from '#lib/contract/directory.ts';
import { DIRECTORY_PEOPLE_MAX } from '#lib/contract/directory-limits.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';
import { matchesQuery, spaceRanks } from '#server/spaces/space/space.repo.ts';
import { contactsOfMembers } from '#server/tables/contacts/member-contacts.ts';

/** The most spaces: their list has more. */
const SPACES_MAX = 6;
/** Further words are ignored. */
const TOKENS_MAX = 10;

/**
 * The spaces and people of the caller's hub that match the typed text, only those that the caller may know
 * of.
 */
export async function searchDirectory(
  database: Database,
  caller: HubCaller,
  q: string | undefined,
): Promise<Directory> {
  if (!q) return { spaces: [], people: [] };
  const [spaces, people] = await Promise.all([
    findSpaces(database, caller, q),
    searchPeople(database, caller, q),
  ]);
  return { spaces, people };
}

/** The people of the caller's hub that match, each with the contacts of the same confirmed address; nobody for guests. */
export async function searchPeople(
  database: Database,
  caller: HubCaller,
  q: string,
): Promise<DirectoryPerson[]> {
  const mayKnowPeople = hubOperations(caller.hubRole, caller.hub.membersCreateSpaces).includes('hub.members');
  if (!mayKnowPeople || !caller.user) return [];
  const people = await findPeople(database, caller, q);
  const reader = { hubId: caller.hub.id, userId: caller.user.id };
  const contacts = await contactsOfMembers(
    database,
    reader,
    people.map(({ id }) => id),
  );
  return people.map((person) => ({ ...person, contacts: [...(contacts.get(person.id) ?? [])] }));
}

/** Names that begin with the typed text come first, then names that contain it, then other matches. */
async function findSpaces(database: Database, caller: HubCaller, q: string): Promise<DirectorySpace[]> {
  const at = sql`strpos(lower(space.name), lower(${q}))`;
  const { rows } = await sql<DirectorySpace>`
    select space.id, space.slug, space.name, space.visibility, space.description
    from space join ${spaceRanks(caller)} readable on readable.scope_id = space.scope_id
    where space.hub_id = ${caller.hub.id} and space.deleted_at is null and space.archived_at is null
      and ${matchesQuery(q)}
    order by ${at} = 1 desc, ${at} > 0 desc, lower(space.name), space.id limit ${SPACES_MAX}`.execute(
    database,
  );
  return rows;
}

type FoundPerson = Omit<DirectoryPerson, 'contacts'>;
type PersonRow = Omit<FoundPerson, 'avatar_url'> & { avatar_sha256: string | null };

async function findPeople(database: Database, caller: HubCaller, q: string): Promise<FoundPerson[]> {
  const name = sql`trim(person.first_name || ' ' || person.last_name)`;
  const tokens = q.split(/\s+/).slice(0, TOKENS_MAX);
  const matches = tokens.map(
    (word) => sql`strpos(lower(${name} || ' ' || person.email), lower(${word})) > 0`,
  );
  const { rows } = await sql<PersonRow>`
    select person.id, coalesce(nullif(${name}, ''), person.email) as name, person.email, person.avatar_sha256
    from membership join app_user person on person.id = membership.user_id
    where membership.hub_id = ${caller.hub.id} and membership.suspended_at is null
      and ${sql.join(matches, sql` and `)}
    order by strpos(lower(${name}), lower(${q})) = 1 desc, lower(${name}), person.id limit ${DIRECTORY_PEOPLE_MAX}`.execute(
    database,
  );
  return rows.map(({ avatar_sha256, ...person }) => ({
    ...person,
    avatar_url: avatarUrl({ id: person.id, avatar_sha256 }),
  }));
}
