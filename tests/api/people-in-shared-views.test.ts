import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let lead: TestAccount;
beforeAll(async () => {
  place = await createPlace(server.client);
  lead = await addMember(server.client, place.owner, place.hub, 'admin');
  await server.sql(`update app_user set first_name = 'Quentin', last_name = 'Hidden' where id = $1`, [
    lead.user.id,
  ]);
});

const optional = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});
const STATES = { options: [{ id: 'open', label: 'Open' }] };

/** A public table that shows people in every way there is: of its own, of linked rows, and by formulas. */
async function createPeopled() {
  const { owner } = place;
  const add = async ({ id }: { id: string }, column: object) =>
    expectData(await owner.client.post(`items/${id}/columns/`, column), 201).id;
  const boats = await createTable(
    owner,
    place,
    [
      optional('title', 'text'),
      optional('skipper', 'person'),
      optional('crew', 'person', { multiple: true }),
    ],
    { visibility: 'public' },
  );
  const by = await add(boats, optional('by', 'created_by'));
  const table = await createTable(
    owner,
    place,
    [
      ...[optional('name', 'text'), optional('who', 'person'), optional('state', 'select', STATES)],
      ...[optional('team', 'person', { multiple: true }), optional('at', 'created_by')],
      ...[optional('changed', 'updated_by'), optional('day', 'date')],
      optional('said', 'formula', { formula: "{who} & ' leads'" }),
    ],
    { visibility: 'public' },
  );
  const fleet = await add(table, { ...optional('fleet', 'link'), table: boats.id });
  const through = (name: string, type: string, of: string, more: object = {}) =>
    add(table, { ...optional(name, type, more), via: fleet, of });
  const ofLinked = [
    await through('l_skipper', 'lookup', 'f_skipper'),
    await through('l_crew', 'lookup', 'f_crew'),
    await through('l_by', 'lookup', by),
    await through('r_list', 'rollup', 'f_skipper', { function: 'list' }),
  ];
  const twice = await add(table, optional('twice', 'formula', { formula: "join(', ', {l_skipper}) & '!'" }));
  const me = lead.user.id;
  const [boat] = await addRows(lead, boats, [{ title: 'Dhow', skipper: me, crew: [me] }]);
  const rows = await addRows(lead, table, [
    { name: 'A', who: me, team: [me], state: 'open', day: '2026-01-02', fleet: [boat?.id] },
    { name: 'B' },
  ]);
  const own = ['f_who', 'f_team', 'f_at', 'f_changed', 'f_said'];
  return { boats, table, rows, people: [...own, ...ofLinked, twice], ofLinked };
}

/** Nobody outside learns of them: by names, ids or addresses. */
function expectNobody(about: string, sent: unknown): void {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  for (const secret of [lead.user.id, 'Quentin', 'Hidden', lead.user.email, place.owner.user.id])
    expect(text, about).not.toContain(secret);
}

const TYPES = ['grid', 'list', 'gallery', 'board', 'calendar'] as const;

describe('the holder of a link to a view', () => {
  it('learns of nobody by its columns, rows, groups, order, filter and search, however it is arranged', async () => {
    const { table, rows, people, ofLinked } = await createPeopled();
    const { owner } = place;
    const isLead = { field: 'f_who', op: 'any_of', value: [lead.user.id] };
    const settings = {
      sort: ['f_who', `-${ofLinked[0]}`, 'f_name'],
      layout: { colors: [{ color: 'red', filter: isLead }] },
    };
    const guest = await addMember(server.client, owner, place.hub, 'guest');
    for (const type of TYPES) {
      const group = type === 'board' ? ['f_who'] : type === 'calendar' ? ['f_day'] : ['f_team', 'f_state'];
      const path = `items/${table.id}/views/` as const;
      const view = expectData(
        await owner.client.post(path, { ...settings, name: `As ${type}`, type, group }),
        201,
      );
      const link = expectData(await owner.client.post(`${path}${view.id}/share-links/`, {}), 201);
      const base = `shared-views/${view.id}/` as const;
      for (const person of [undefined, guest]) {
        const holder = await linkHolder(server, link, person ? { person } : {});
        const shown = expectData(await holder.get(base));
        const listed = expectData(await holder.get(`${base}rows/`));
        expect(listed.map(({ values }) => values.name)).toEqual(['A', 'B']);
        expect(listed.map(({ color }) => color)).toEqual([undefined, undefined]);
        expect(shown.group).toEqual(type === 'board' ? [] : type === 'calendar' ? ['f_day'] : ['f_state']);
        const one = expectData(await holder.get(`${base}rows/${rows[0]?.id}/`));
        expectNobody(type, [shown, listed, one]);
        for (const q of ['Quentin', lead.user.id, 'leads'])
          expect(expectData(await holder.get(`${base}rows/`, { query: { q } })), q).toEqual([]);
        if (type !== 'grid') continue;
        for (const id of people) {
          for (const sort of [id, `-${id}`])
            expectRefusal(await holder.get(`${base}rows/`, { query: { sort } }), 422);
          for (const wanted of [id, `${id}:day`])
            expectRefusal(await holder.get(`${base}groups/`, { query: { group: wanted } }), 422);
          for (const compared of [
            { op: 'any_of', value: [lead.user.id] },
            { op: 'none_of', value: [lead.user.id] },
            { op: 'is_empty' },
            { op: 'contains', value: 'Quentin' },
            { op: 'exactly', value: [lead.user.id] },
          ]) {
            const filter = JSON.stringify({ not: { field: id, ...compared } });
            const found = await holder.get(`${base}rows/`, { query: { filter } });
            expect([id, compared.op, found.status]).toEqual([id, compared.op, 422]);
          }
        }
      }
    }
  });
});

describe('a reader of a public table from outside of the hub', () => {
  const queriesOf = (id: string): Record<string, string>[] => [
    { sort: id },
    { filter: JSON.stringify({ field: id, op: 'any_of', value: [lead.user.id] }) },
    { filter: JSON.stringify({ not: { field: id, op: 'is_empty' } }) },
  ];

  it('learns of nobody by rows, groups, sums, exports and embeds', async () => {
    const { table, people } = await createPeopled();
    const { owner } = place;
    const path = `items/${table.id}/` as const;
    const isLead = { field: 'f_who', op: 'any_of', value: [lead.user.id] };
    const settings = { name: 'V', sort: ['f_who'], group: ['f_who'], filter: isLead };
    const view = expectData(await owner.client.post(`${path}views/`, settings), 201);
    const address = `/${place.hub.domain_handle}/~/${table.id}?view=${view.id}`;
    const document = await createItem(owner, place, {
      ...{ title: 'Plan', visibility: 'public', content: `[x](${address} "embed")` },
    });
    const stranger = await registerUser(server.client);
    // A guest of the hub whom nobody added here sees it as everybody does, also by a link that lets edit.
    const guest = await addMember(server.client, owner, place.hub, 'guest');
    const byLink = await linkHolder(server, await shareByLink(owner, table.id, { role: 'editor' }), {
      person: await addMember(server.client, owner, place.hub, 'guest'),
    });
    const readers: Client[] = [server.client, stranger.client, guest.client, byLink];
    for (const reader of readers) {
      const addresses = ['', 'columns/', 'rows/', 'views/', `rows/?view=${view.id}`, 'page/', 'comments/'];
      for (const part of addresses) {
        const response = await reader.fetch('GET', `${path}${part}`);
        expectNobody(part, await response.text());
      }
      for (const format of ['csv', 'json', 'tsv']) {
        const exported = await reader.fetch('GET', `${path}export/?format=${format}&view=${view.id}`);
        const text = await exported.text();
        expectNobody(format, text);
        if (exported.status === 200) expect(text, format).not.toContain('leads');
      }
      const embeds = await reader.fetch('GET', `items/${document.id}/embeds/`);
      const shown = await embeds.text();
      expect(shown).toContain('A');
      expectNobody('embeds', shown);
      for (const id of people) {
        for (const query of queriesOf(id)) {
          const refused = await reader.get(`${path}rows/`, { query });
          expect([id, query, refused.status]).toEqual([id, query, 422]);
        }
        for (const query of [
          { group: id },
          { metrics: `unique:${id}` },
          { metrics: `filled:${id}` },
          { metrics: `min:${id}` },
        ]) {
          const refused = await reader.get(`${path}aggregate/`, { query });
          expect([id, query, refused.status]).toEqual([id, query, 422]);
        }
      }
    }
  });
});

describe('a guest who was added to a table', () => {
  it('reads the names of its people, as a member does, and nobody’s address', async () => {
    const { owner } = place;
    const { table, rows, boats } = await createPeopled();
    const guest = await addMember(server.client, owner, place.hub, 'guest');
    const people = [guest, lead].map(({ user }) => ({ user_id: user.id, role: 'editor' }));
    for (const { id } of [table, boats])
      expectData(await owner.client.put(`items/${id}/access/`, { visibility: 'private', people }));
    const path = `items/${table.id}/` as const;
    const [first, second] = rows.map(({ id }) => id);
    expectData(await lead.client.patch(`${path}rows/`, { rows: [{ id: first, values: { who: null } }] }));
    expectData(await lead.client.delete(`${path}rows/`, { rows: [{ id: second }] }));
    const named = ['rows/', `rows/${first}/`, `rows/${first}/history/`, 'deleted-rows/', 'rows/?q=quentin'];
    for (const part of [...named, 'export/?format=csv', 'export/?format=json']) {
      const shown = await (await guest.client.fetch('GET', `${path}${part}`)).text();
      expect(shown, part).toContain('Quentin Hidden');
      for (const { user } of [lead, owner]) expect(shown, part).not.toContain(user.email);
    }
    expectRefusal(await guest.client.get(`hubs/${place.hub.domain_handle}/members/`), 403);
  });
});
