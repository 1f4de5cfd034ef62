import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] };

/** The entries of access lists that a plan reads. */
function entriesRead(plan: Plan): number {
  const own = plan['Relation Name'] === 'scope_entry' ? plan['Actual Rows'] * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + entriesRead(part), own);
}

/** The statements by which the server finds sessions and their spaces while `work` runs. */
async function sessionStatements(
  work: () => Promise<unknown>,
): Promise<{ sql: string; values: unknown[] }[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await work();
  const sent = query.mock.calls.map(([first]): unknown => first);
  query.mockRestore();
  return sent.flatMap((one) => {
    if (!(one instanceof pg.Query)) return [];
    const [sql, values]: unknown[] = [Reflect.get(one, 'text'), Reflect.get(one, 'values')];
    return typeof sql === 'string' && sql.includes('requested.slug') && Array.isArray(values)
      ? [{ sql, values }]
      : [];
  });
}

test('lists a space with two statements: who reads with the place and its rights, and the items', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const made = await createItem(member, { hub, space });
  const list = `spaces/${space.slug}/items/`;
  // The first request of a session also notes the visit.
  expectData(await member.client.in(hub).get<Item[]>(list));
  const response = await member.client.in(hub).get<Item[]>(list);
  expect(expectData(response).map(({ id }) => id)).toEqual([made.id]);
  expect(response.headers.get('server-timing')).toContain('desc="2 queries"');
});

test('finds a space by its slug in any case, and none by an address that no space has', async () => {
  const { hub, space, member, stranger } = await createEditorAndPlace(server.client);
  const mine = member.client.in(hub);
  const found = expectData(await mine.get(`spaces/${space.slug.toUpperCase()}/`));
  expect(found).toEqual(expectData(await mine.get(`spaces/${space.slug}/`)));
  expect(Date.parse(found.created_at)).toBeLessThanOrEqual(Date.now());
  for (const slug of ['nowhere', 'a%20b', 'é'])
    expectRefusal(await mine.get(`spaces/${slug}/items/`), 404, 'not_found');
  expectRefusal(await mine.get('spaces/%00/items/'), 422, 'invalid_fields');
  expectRefusal(await stranger.client.in(hub).get(`spaces/${space.slug}/items/`), 404, 'not_found');
});

test('reads few of the many scopes that a reader has in a space, and none where nothing is listed by them', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const made = await createItem(member, { hub, space });
  await server.sql(
    `with made as (
       insert into scope (id, hub_id, space_id) select gen_random_uuid(), hub_id, id from space, generate_series(1, 5000)
       where id = $1 returning id, hub_id, space_id
     ), source as (insert into scope_source (scope_id, source_id) select id, id from made)
     insert into scope_entry (scope_id, principal, hub_id, space_id, role) select id, $2, hub_id, space_id, 3 from made`,
    [space.id, `user:${member.user.id}`],
  );
  await server.sql('analyze scope, scope_source, scope_entry');
  const mine = member.client.in(hub);
  const read = async (path: string) => {
    const statements = await sessionStatements(async () => expectData(await mine.get(path)));
    expect(statements, path).toHaveLength(1);
    const plans = await Promise.all(
      statements.map(({ sql, values }) =>
        server.sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${sql}`, values),
      ),
    );
    return plans.flat().reduce((sum, row) => sum + entriesRead(row['QUERY PLAN'][0].Plan), 0);
  };
  for (const part of ['', 'members/', 'forms/', 'tree/', 'candidates/?q=a'])
    expect(await read(`spaces/${space.slug}/${part}`), part).toBeLessThan(10);
  expect(await read(`spaces/${space.slug}/items/`)).toBeLessThan(200);
  const listed = expectData(await mine.get(`spaces/${space.slug}/items/`));
  expect(listed.map(({ id }) => id)).toEqual([made.id]);
});

test('looks up the spaces of different hubs by statements of their own', async () => {
  const places = await Promise.all([1, 2].map(() => createEditorAndPlace(server.client)));
  const statements = await sessionStatements(() =>
    Promise.all(
      Array.from({ length: 8 }, () =>
        places.map(async ({ hub, space, member }) =>
          expectData(await member.client.in(hub).get(`spaces/${space.slug}/`)),
        ),
      ).flat(),
    ),
  );
  expect(statements.length).toBeGreaterThanOrEqual(2);
  const handles = places.map(({ hub }) => hub.domain_handle.toLowerCase());
  for (const { values } of statements) {
    const named = new Set(values.flat().filter((one) => handles.some((handle) => handle === one)));
    expect(named.size).toBe(1);
  }
});
