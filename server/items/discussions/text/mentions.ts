import { sql } from 'kysely';
import type { MentionablePerson } from '#lib/contract/comment.ts';
import { mentionedPeople, renderWithMentions } from '#lib/text/render-markdown.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import { roleBesidesAnyone } from '#server/access/policy/role-on-scope.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';

/** Where people are mentioned, and by whom. */
export type MentionPlace = { hubId: string; scopeId: string; userId: string };

/** Suggestions for a name that is being typed. */
const SUGGESTIONS = 10;
/** People whom one text mentions at most. */
const MENTIONS_MAX = 50;

type Row = { id: string; name: string; avatar_sha256: string | null };

/**
 * The hub's people who take part in what lies in a scope: only they are suggested and mentioned. A guest knows only of
 * those who were added by name, and somebody from outside the hub of nobody (docs/permissions.md).
 */
async function readPeople(
  database: Database | Transaction,
  { hubId, scopeId, userId }: MentionPlace,
  find: { ids: readonly string[] } | { q: string | null },
): Promise<Row[]> {
  const name = sql`trim(person.first_name || ' ' || person.last_name)`;
  const found =
    'ids' in find
      ? sql`person.id = any(${find.ids}::uuid[])`
      : sql`(${find.q}::text is null or strpos(lower(${name}), lower(${find.q})) > 0)`;
  const { rows } = await sql<Row>`
    select person.id, ${name} as name, person.avatar_sha256
    from membership requester
      join membership me on me.hub_id = requester.hub_id and me.suspended_at is null
      join app_user person on person.id = me.user_id
      cross join (select ${scopeId}::uuid as id) as place
    where requester.hub_id = ${hubId} and requester.user_id = ${userId} and requester.suspended_at is null
      and ${found} and ${name} <> '' and ${roleBesidesAnyone('place.id', 'me')} is not null
      and (requester.role <> 'guest' or exists (select from scope_access named
        where named.scope_id = place.id and named.principal = 'user:' || person.id))
    order by lower(${name}), person.id limit ${'ids' in find ? MENTIONS_MAX : SUGGESTIONS}`.execute(database);
  return rows;
}

/** People whom the caller may mention, by a part of the name. */
export async function suggestMentions(
  database: Database,
  place: MentionPlace,
  q: string | undefined,
): Promise<MentionablePerson[]> {
  const rows = await readPeople(database, place, { q: q ?? null });
  return rows.map((row) => ({ id: row.id, name: row.name, avatar_url: avatarUrl(row) }));
}

/** The names of those among these people who may be mentioned somewhere, by their ids. */
export async function mentionableAmong(
  trx: Transaction,
  place: MentionPlace,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const people = await readPeople(trx, place, { ids });
  return new Map(people.map(({ id, name }) => [id, name]));
}

const MENTIONED = /<span data-mention="([\da-f-]{36})">@([^<]*)<\/span>/g;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The people whom a rendered text mentions, by the names that it shows. */
function namesIn(html: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [, id = '', name = ''] of html.matchAll(MENTIONED))
    names.set(
      id,
      name.replace(/&(lt|gt|quot|amp);/g, (all, code: string) => CHARACTERS[code] ?? all),
    );
  return names;
}

/**
 * A text as safe HTML, by the path of documents; people whom it mentions have the names that they have now. Those whom
 * the text mentioned before it was changed may have left since: they keep the name that it showed.
 * @throws ApiError 422 where somebody is mentioned who can't see what it is about.
 */
export async function renderDiscussionText(
  trx: Transaction,
  place: MentionPlace,
  body: string,
  htmlBefore = '',
): Promise<string> {
  const ids = mentionedPeople(body);
  if (ids.length === 0) return renderWithMentions(body, new Map());
  if (ids.length > MENTIONS_MAX)
    throw invalid(
      { body: [`A text mentions at most ${MENTIONS_MAX} people.`] },
      { code: 'too_many_mentions' },
    );
  const people = ids.every(isId) ? await readPeople(trx, place, { ids }) : [];
  const names = new Map([...namesIn(htmlBefore), ...people.map(({ id, name }) => [id, name] as const)]);
  if (!ids.every((id) => names.has(id)))
    throw invalid(
      { body: ['Only people who can see this can be mentioned.'] },
      { code: 'mention_without_access' },
    );
  return renderWithMentions(body, names);
}
