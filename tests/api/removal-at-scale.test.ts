import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { VISIBILITIES } from '#lib/access/roles.ts';
import { rewriteScopes } from '#server/access/policy/rewrite-scopes.ts';
import { assignFormScope, assignItemScope } from '#server/access/policy/scope.repo.ts';
import { openDatabase, openPool, type Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { createSpace } from '#tests/harness/accounts.ts';
import { createForm } from '#tests/harness/forms.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServerForTest } from '#tests/harness/server.ts';

/** In each of two spaces: enough for every combination of what is shared below, and far more than there may be statements. */
const ITEMS = 1_200;

type Place = { hubId: string; space: { id: string; scope_id: string }; authorId: string };
type Shared = { leaverId: string; stayerId: string };

/**
 * Nested folders in which two of three items are shared with the leaving member, some by a link of theirs.
 */
async function shareMany(
  trx: Transaction,
  { hubId, space, authorId }: Place,
  { leaverId, stayerId }: Shared,
) {
  const made: { id: string; scope_id: string }[] = [];
  const scopes: { id: string; parent_id: string; item_id: string }[] = [];
  const items: { id: string; scope_id: string; parent_id: string | null; visibility: string }[] = [];
  const grants: { item_id: string; user_id: string }[] = [];
  const links: { item_id: string; created_by: string }[] = [];
  for (let n = 0; n < ITEMS; n += 1) {
    const folder = n % 5 === 0 ? undefined : made[Math.floor(n / 4)];
    const visibility = VISIBILITIES[n % 7] ?? 'shared';
    const id = newId();
    const people = [...(n % 3 < 2 ? [leaverId] : []), ...(n % 11 === 0 ? [stayerId] : [])];
    const makers = [...(n % 13 === 0 ? [leaverId] : []), ...(n % 17 === 0 ? [stayerId] : [])];
    for (const user_id of people) grants.push({ item_id: id, user_id });
    for (const created_by of makers) links.push({ item_id: id, created_by });
    const holder = folder?.scope_id ?? space.scope_id;
    const differs = visibility !== 'shared' || people.length + makers.length > 0;
    const scope_id = differs ? newId() : holder;
    if (differs) scopes.push({ id: scope_id, parent_id: holder, item_id: id });
    items.push({ id, scope_id, parent_id: folder?.id ?? null, visibility });
    made.push({ id, scope_id });
  }
  await sql`insert into scope (id, hub_id, space_id, parent_id, item_id)
    select id, ${hubId}, ${space.id}, parent_id, item_id
    from json_to_recordset(${JSON.stringify(scopes)}::json) as made (id uuid, parent_id uuid, item_id uuid)`.execute(
    trx,
  );
  await sql`insert into item (id, hub_id, space_id, scope_id, parent_id, visibility, kind, title, created_by, updated_by)
    select id, ${hubId}, ${space.id}, scope_id, parent_id, visibility, 'folder', 'Folder', ${authorId}, ${authorId}
    from json_to_recordset(${JSON.stringify(items)}::json) as made (id uuid, scope_id uuid, parent_id uuid, visibility text)`.execute(
    trx,
  );
  await sql`insert into item_grant (item_id, user_id, role) select item_id, user_id, 'editor'
    from json_to_recordset(${JSON.stringify(grants)}::json) as made (item_id uuid, user_id uuid)`.execute(
    trx,
  );
  await sql`insert into share_link (id, hub_id, item_id, role, token_hash, created_by)
    select gen_random_uuid(), ${hubId}, item_id, 'viewer', gen_random_uuid(), created_by
    from json_to_recordset(${JSON.stringify(links)}::json) as made (item_id uuid, created_by uuid)`.execute(
    trx,
  );
  const all = await trx.selectFrom('scope').select('id').where('space_id', '=', space.id).execute();
  await rewriteScopes(
    trx,
    all.map(({ id }) => id),
  );
}

/** Every access list of a hub, the scopes by their resource, and the resources by their scope. */
async function rightsIn(trx: Transaction, hubId: string) {
  const { rows } = await sql`
    select 'list' as what, scope_id::text as id, principal || ' ' || max(role) as has from scope_access
      where hub_id = ${hubId} group by scope_id, principal
    union all select 'scope', id::text, concat(parent_id, ' ', item_id, ' ', form_id) from scope where hub_id = ${hubId}
    union all select 'item', id::text, scope_id::text from item where hub_id = ${hubId}
    union all select 'form', id::text, scope_id::text from form where hub_id = ${hubId}
    order by 1, 2, 3`.execute(trx);
  return rows;
}

test('removes a member with thousands of items in few statements, with the same access as one by one', async () => {
  const server = await startServerForTest({ plans: 'default' });
  const { hub, owner, member: leaver, other: stayer } = await createMembers(server.client);
  const database = openDatabase(openPool(server.databaseUrl, 2));
  try {
    const spaces = [
      await createSpace(owner, hub, { visibility: 'shared' }),
      await createSpace(leaver, hub, { visibility: 'private' }),
    ];
    const forms = await Promise.all(
      (['shared', 'private'] as const).map((visibility) =>
        createForm(owner, { hub, space: spaces[0] ?? { slug: '' } }, { visibility }),
      ),
    );
    await database.transaction().execute(async (trx) => {
      const rows = await trx.selectFrom('space').selectAll().where('hub_id', '=', hub.id).execute();
      for (const space of rows) {
        const place = { hubId: hub.id, space, authorId: owner.user.id };
        await shareMany(trx, place, { leaverId: leaver.user.id, stayerId: stayer.user.id });
      }
      for (const { id } of forms) {
        await sql`insert into form_grant (form_id, user_id, role) values (${id}, ${leaver.user.id}, 'editor')`.execute(
          trx,
        );
        const form = await trx.selectFrom('form').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        await assignFormScope(trx, form);
      }
    });
    const removed = await owner.client.delete(`hubs/${hub.domain_handle}/members/${leaver.user.id}/`);
    expectData(removed);
    const queries = Number(/desc="(\d+) queries"/.exec(removed.headers.get('server-timing') ?? '')?.[1]);
    expect(queries).toBeGreaterThan(0);
    expect(queries).toBeLessThan(60);

    await database.transaction().execute(async (trx) => {
      const together = await rightsIn(trx, hub.id);
      const named = `user:${leaver.user.id} `;
      expect(JSON.stringify(together)).not.toContain(named);
      const items = await trx
        .selectFrom('item')
        .selectAll()
        .where('hub_id', '=', hub.id)
        .orderBy('id')
        .execute();
      for (const item of items) await assignItemScope(trx, item);
      for (const form of await trx.selectFrom('form').selectAll().where('hub_id', '=', hub.id).execute()) {
        await assignFormScope(trx, form);
      }
      expect(await rightsIn(trx, hub.id)).toEqual(together);
    });
  } finally {
    await database.destroy();
  }
}, 120_000);
