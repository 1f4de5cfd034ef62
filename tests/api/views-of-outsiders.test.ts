import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const PEOPLE = { id: 'f_people', name: 'people', label: 'People', type: 'person', required: false };

describe('a view that somebody outside of the hub saves', () => {
  it('compares no people by its order, its groups or its colours', async () => {
    const table = await createTable(place.owner, place, [NAME, PEOPLE], { visibility: 'public' });
    const stranger = await registerUser(server.client);
    const filter = { field: 'f_people', op: 'any_of', value: [place.owner.user.id] };
    const colors = [{ color: 'red', filter: { or: [{ not: filter }] } }];
    const parts = [
      ['sort', { sort: ['-f_people'] }],
      ['group', { group: ['people'] }],
      ['layout.colors', { layout: { colors } }],
      ['filter.field', { filter }],
    ] as const;
    const own = expectData(
      await stranger.client.post(`items/${table.id}/views/`, { name: 'Mine', personal: true }),
      201,
    );
    for (const [part, settings] of parts) {
      const made = await stranger.client.post(`items/${table.id}/views/`, {
        name: 'X',
        personal: true,
        ...settings,
      });
      const changed = await stranger.client.patch(`items/${table.id}/views/${own.id}/`, settings);
      for (const response of [made, changed]) {
        expectRefusal(response, 422);
        deepStrictEqual(Object.keys(response.body.fields ?? {}), [part]);
      }
    }
    const ofMember = expectData(
      await place.owner.client.post(`items/${table.id}/views/`, {
        name: 'X',
        sort: ['f_people'],
        layout: { colors },
      }),
      201,
    );
    strictEqual(ofMember.layout.colors?.length, 1);
  });

  it('preserves the order that members chose', async () => {
    const table = await createTable(place.owner, place, [NAME, PEOPLE]);
    const settings = { name: 'V', sort: ['f_name', 'f_people'], group: ['f_people'] };
    const view = expectData(await place.owner.client.post(`items/${table.id}/views/`, settings), 201);
    const person = await registerUser(server.client);
    const link = await shareByLink(place.owner, table.id, { role: 'editor' });
    const holder = await linkHolder(server, link, { person });
    const changed = expectData(
      await holder.patch(`items/${table.id}/views/${view.id}/`, { name: 'W', sort: ['name'], group: [] }),
    );
    deepStrictEqual([changed.name, changed.sort, changed.group], ['W', ['f_name'], []]);
    const [after] = expectData(await place.owner.client.get(`items/${table.id}/views/`));
    deepStrictEqual([after?.name, after?.sort, after?.group], ['W', settings.sort, settings.group]);
  });

  it('is refused with the same message whether members compare people by it or not', async () => {
    const { owner } = place;
    const linked = await createTable(owner, place, [NAME, PEOPLE], { visibility: 'public' });
    const table = await createTable(owner, place, [NAME, PEOPLE], { visibility: 'public' });
    const columns = `items/${table.id}/columns/` as const;
    const link = { name: 'l', label: 'L', type: 'link', table: linked.id, multiple: false };
    expectData(await owner.client.post(columns, link), 201);
    const looks = { name: 'who', label: 'Who', type: 'lookup', via: 'l', of: 'f_people' };
    const lookup = expectData(await owner.client.post(columns, looks), 201);
    const filter = { field: 'f_people', op: 'any_of', value: [owner.user.id] };
    const colors = Array.from({ length: 19 }, (_, at) => ({
      ...{ color: 'red', filter: { field: 'f_name', op: 'equals', value: `${at}` } },
    }));
    const used = { group: ['f_people'], layout: { colors: [{ color: 'red', filter }] } };
    const views = `items/${table.id}/views/` as const;
    const editor = await linkHolder(server, await shareByLink(owner, table.id, { role: 'editor' }), {
      person: await registerUser(server.client),
    });
    const seen = [];
    for (const settings of [{}, used, { sort: ['f_people'] }, { sort: [lookup.id], group: [lookup.id] }]) {
      const view = expectData(await owner.client.post(views, { name: 'V', ...settings }), 201);
      const responses = [];
      for (const sent of [
        { sort: ['f_people'] },
        { sort: ['-people', 'name'] },
        { sort: [lookup.id] },
        { group: ['f_people'] },
        { group: ['who'] },
        { layout: { colors: [{ color: 'green', filter }] } },
        { layout: { colors: [...colors, ...colors.slice(0, 1)] } },
      ]) {
        const { status, body } = await editor.patch(`${views}${view.id}/`, sent);
        responses.push([status, body.fields]);
      }
      seen.push(responses);
    }
    deepStrictEqual(
      seen[0]?.map(([status]) => status),
      [422, 422, 422, 422, 422, 422, 200],
    );
    for (const responses of seen) deepStrictEqual(responses, seen[0]);
  });
});

describe('a view that members filter, group and colour by people', () => {
  it('is the same after somebody from outside sent back what they are shown, and shows no more by its links', async () => {
    const { owner } = place;
    const columns = [NAME, PEOPLE, { ...NAME, id: 'f_note', name: 'note', label: 'Note' }];
    const table = await createTable(owner, place, columns, { visibility: 'public' });
    const isOwner = { field: 'f_people', op: 'any_of', value: [owner.user.id] };
    const isAnchor = { field: 'f_name', op: 'equals', value: 'Anchor' };
    await addRows(owner, table, [
      { name: 'Anchor', note: '1', people: owner.user.id },
      { name: 'Buoy', note: '2' },
    ]);
    const settings = {
      ...{ name: 'V', filter: isOwner, group: ['f_people', 'f_note'] },
      layout: {
        colors: [
          { color: 'red', filter: isOwner },
          { color: 'green', filter: isAnchor },
        ],
        groups_down: ['f_people', 'f_note'],
      },
    };
    const views = `items/${table.id}/views/` as const;
    const view = expectData(await owner.client.post(views, settings), 201);
    const shared = expectData(await owner.client.post(`${views}${view.id}/share-links/`, {}), 201);
    const person = await registerUser(server.client);
    const editor = await linkHolder(server, await shareByLink(owner, table.id, { role: 'editor' }), {
      person,
    });
    for (const reader of [server.client, person.client, editor]) {
      const [shown] = expectData(await reader.get(views));
      deepStrictEqual(
        [shown?.filter, shown?.group, shown?.layout.colors?.length, shown?.layout.groups_down],
        [null, ['f_note'], 1, ['f_note']],
      );
      strictEqual(JSON.stringify(shown).includes('f_people'), false);
    }
    const [presented] = expectData(await editor.get(views));
    const { filter, sort, group, layout, columns: looks } = presented ?? view;
    const sent = { filter, sort, group, layout: { ...layout, row_height: 'tall' }, columns: looks };
    expectData(await editor.patch(`${views}${view.id}/`, sent));
    const [after] = expectData(await owner.client.get(views));
    deepStrictEqual(
      [after?.filter, after?.group, after?.layout],
      [view.filter, view.group, { ...view.layout, row_height: 'tall' }],
    );
    const holder = await linkHolder(server, shared);
    const rows = expectData(await holder.get(`shared-views/${view.id}/rows/`));
    deepStrictEqual(
      rows.map(({ values }) => values.name),
      ['Anchor'],
    );
  });
});

describe('a filter by people that somebody outside sends', () => {
  it('is refused with the same message whether the view has it or not', async () => {
    const { owner } = place;
    const table = await createTable(owner, place, [NAME, PEOPLE], { visibility: 'public' });
    const views = `items/${table.id}/views/` as const;
    const isOwner = { field: 'f_people', op: 'any_of', value: [owner.user.id] };
    const view = expectData(await owner.client.post(views, { name: 'V', filter: isOwner }), 201);
    const editor = await linkHolder(server, await shareByLink(owner, table.id, { role: 'editor' }), {
      person: await registerUser(server.client),
    });
    const refusals = [];
    for (const filter of [
      isOwner,
      { ...isOwner, value: [table.id] },
      { field: 'f_people', op: 'is_empty' },
    ]) {
      const refused = await editor.patch(`${views}${view.id}/`, { filter });
      expectRefusal(refused, 422);
      refusals.push(JSON.stringify(refused.body.fields));
    }
    strictEqual(new Set(refusals).size, 1);
    // A member sends back what they are shown.
    expectData(await owner.client.patch(`${views}${view.id}/`, { name: 'W', filter: view.filter }));
    const [after] = expectData(await owner.client.get(views));
    deepStrictEqual([after?.name, after?.filter], ['W', view.filter]);
  });
});

describe('a filter by titles of linked rows', () => {
  it('compares them ten times at most', async () => {
    const other = await createTable(place.owner, place, [NAME]);
    const table = await createTable(place.owner, place, [NAME]);
    const column = { name: 'l', label: 'L', type: 'link', table: other.id };
    const link = expectData(await place.owner.client.post(`items/${table.id}/columns/`, column), 201);
    const listed = (count: number) => {
      const or = Array.from({ length: count }, (_, at) => ({
        field: link.id,
        op: at % 2 ? 'contains' : 'not_contains',
        value: `x${at}`,
      }));
      const filter = JSON.stringify({ or });
      return place.owner.client.get(`items/${table.id}/rows/`, { query: { filter } });
    };
    expectData(await listed(10));
    expectRefusal(await listed(11), 422);
  });
});
