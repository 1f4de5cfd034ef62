import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Directory } from '#lib/contract/directory.ts';
import type { SpaceSummary } from '#lib/contract/space.ts';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

type Cast = Awaited<ReturnType<typeof createMembers>>;
let cast: Cast;
beforeAll(async () => {
  cast = await createMembers(server.client);
});

const slugsOf = (spaces: readonly SpaceSummary[]) => spaces.map(({ slug }) => slug);
const at = (person: TestAccount, hub: { domain_handle: string } = cast.hub) => person.client.in(hub);
const favourites = async (person: TestAccount) =>
  slugsOf(expectData(await at(person).get('favourite-spaces/')));

describe('favourite spaces', () => {
  test('are ordered by when they were added until the user reorders them, and are personal', async () => {
    const made = await Promise.all(
      ['Anvil', 'Bellows', 'Chisel'].map((name) => createSpace(cast.owner, cast.hub, { name })),
    );
    const [first, second, third] = slugsOf(made);
    for (const slug of [third, first, second]) {
      expectData(await at(cast.member).put(`favourite-spaces/${slug}/`));
    }
    expectData(await at(cast.member).put(`favourite-spaces/${first}/`));
    expect(await favourites(cast.member)).toEqual([third, first, second]);
    expect(await favourites(cast.other)).toEqual([]);
    expectData(await at(cast.member).put('favourite-spaces/', { slugs: [second, third?.toUpperCase()] }));
    expect(await favourites(cast.member)).toEqual([second, third, first]);
    expectData(await at(cast.member).delete(`favourite-spaces/${third}/`));
    expect(await favourites(cast.member)).toEqual([second, first]);
  });

  test('refuse a hidden space, and lose one whose access is revoked', async () => {
    const hidden = await createSpace(cast.owner, cast.hub, { name: 'Hidden forge', visibility: 'private' });
    expectRefusal(await at(cast.other).put(`favourite-spaces/${hidden.slug}/`), 404);
    expectRefusal(await at(cast.other).put(`recent-spaces/${hidden.slug}/`), 404);
    const open = await createSpace(cast.owner, cast.hub, { name: 'Open forge' });
    expectData(await at(cast.other).put(`favourite-spaces/${open.slug}/`));
    expectData(await at(cast.other).put(`recent-spaces/${open.slug}/`));
    expect(await favourites(cast.other)).toEqual([open.slug]);
    expectData(await at(cast.owner).patch(`spaces/${open.slug}/`, { visibility: 'private' }));
    expect(await favourites(cast.other)).toEqual([]);
    expect(expectData(await at(cast.other).get('recent-spaces/'))).toEqual([]);
  });

  test('refuse more than a hundred with a message', async () => {
    const person = await addMember(server.client, cast.owner, cast.hub);
    const [one] = expectData(await at(person).get('spaces/'));
    await server.sql(`insert into space (id, hub_id, scope_id, slug, name, visibility, created_by)
      select gen_random_uuid(), hub_id, scope_id, 'full-' || n, 'Full', 'shared', created_by from space, generate_series(1, 100) n
      where space.id = '${one?.id}'`);
    await server.sql(`insert into favourite_space (user_id, space_id, position)
      select '${person.user.id}', id, 1 from space where slug like 'full-%'`);
    const refused = await at(person).put(`favourite-spaces/${one?.slug}/`);
    expectRefusal(refused, 409, 'too_many_favourites');
    await server.sql("delete from space where slug like 'full-%'");
  });
});

test('lists recent spaces by last visit, each once', async () => {
  const person = await addMember(server.client, cast.owner, cast.hub);
  const made = await Promise.all(
    ['Dovetail', 'Eyelet'].map((name) => createSpace(cast.owner, cast.hub, { name })),
  );
  const [first, second] = slugsOf(made);
  for (const slug of [first, second, first]) expectData(await at(person).put(`recent-spaces/${slug}/`));
  expect(slugsOf(expectData(await at(person).get('recent-spaces/')))).toEqual([first, second]);
});

test('returns a few of 2,000 spaces and their number to the sidebar; filter and pages reach all', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const space = await createSpace(owner, hub, { name: 'Atlas of rivers' });
  await server.sql(`with numbers as (select n, gen_random_uuid() as space_id, gen_random_uuid() as scope_id from generate_series(1, 1999) n),
      spaces as (insert into space (id, hub_id, scope_id, slug, name, description, visibility, created_by)
        select space_id, hub_id, numbers.scope_id, 'project-' || n, 'Project ' || n, 'Riverbank survey number ' || n, 'shared', created_by
        from space, numbers where space.id = '${space.id}' returning 1),
      scopes as (insert into scope (id, hub_id, space_id) select scope_id, '${hub.id}', space_id from numbers returning 1),
      sources as (insert into scope_source (scope_id, source_id) select scope_id, scope_id from numbers)
    insert into scope_entry (scope_id, principal, hub_id, space_id, role)
      select numbers.scope_id, 'members', '${hub.id}', space_id, 1 from numbers`);
  const began = performance.now();
  const shortcuts = expectData(await at(owner, hub).get('space-shortcuts/'));
  const time = performance.now() - began;
  console.info(`space-shortcuts/ with 2,000 spaces: ${time.toFixed(1)} ms`);
  expect(shortcuts.count).toBe(2_000);
  expect(shortcuts.spaces).toHaveLength(30);
  const found = await at(owner, hub).get('spaces/?q=riverbank%201987');
  expect(slugsOf(expectData(found))).toEqual(['project-1987']);
  expect(found.body).toMatchObject({ count: 1 });
  const last = await at(owner, hub).get('spaces/?page=20&page_size=100');
  expect(expectData(last)).toHaveLength(100);
  expect(last.body).toMatchObject({ count: 2_000 });
  const jump = expectData(await at(owner, hub).get('search/directory/?q=project'));
  expect(jump.spaces).toHaveLength(6);
});

describe('the directory', () => {
  const find = async (person: TestAccount, q: string) =>
    expectData(await at(person).get(`search/directory/?q=${encodeURIComponent(q)}`));

  test('finds spaces by name, address and description, prefixes first', async () => {
    const word = `q${randomUUID().slice(0, 8)}`;
    await createSpace(cast.owner, cast.hub, { name: 'Lantern', slug: `lantern-${word}` });
    await createSpace(cast.owner, cast.hub, { name: `${word} works`, slug: 'works-of-it' });
    await createSpace(cast.owner, cast.hub, {
      name: 'Mallet',
      slug: 'mallet',
      description: `About ${word}.`,
    });
    await createSpace(cast.owner, cast.hub, { name: `Secret ${word}`, visibility: 'private' });
    const names = (found: Directory) => found.spaces.map(({ name }) => name);
    expect(names(await find(cast.member, word))).toEqual([`${word} works`, 'Lantern', 'Mallet']);
    expect(names(await find(cast.guest, word))).toEqual([]);
    expect(names(await find(cast.owner, word))).toContain(`Secret ${word}`);
    expect(names(await find(cast.member, `${word} lantern`))).toEqual(['Lantern']);
  });

  test('finds members by name and address for members, and nobody for guests', async () => {
    expect((await find(cast.member, 'olga')).people).toMatchObject([
      { id: cast.owner.user.id, email: cast.owner.user.email },
    ]);
    expect((await find(cast.member, cast.other.user.email)).people).toHaveLength(1);
    expect((await find(cast.guest, 'olga')).people).toEqual([]);
    const stranger = await at(cast.stranger).get('search/directory/?q=olga');
    expect(JSON.stringify(stranger.body)).not.toContain(cast.owner.user.email);
  });
});
