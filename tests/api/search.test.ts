import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import {
  createHub,
  createPlace,
  createSpace,
  registerUser,
  type TestAccount,
} from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
let owner: TestAccount;
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.client);
  owner = place.owner;
});
afterAll(() => server.stop());

async function search(client: Client, q: string, query: Record<string, string | number> = {}) {
  const response = await client.in(place.hub).get('search/', { query: { q, ...query } });
  expectData(response, 200);
  return response;
}

async function titles(q: string, query: Record<string, string | number> = {}, client = owner.client) {
  return (await search(client, q, query)).data.map((one) => one.item.title);
}

function document(
  title: string,
  content = '',
  attributes: { visibility?: 'public' | 'private' } = {},
): Promise<Item> {
  return createItem(owner, place, { title, content, ...attributes });
}

describe('matches', () => {
  test('finds a token of title or text, with the item, its space and a marked snippet', async () => {
    const item = await document('Lighthouse ledger', 'The keeper counted every puffin on the western rocks.');
    const { data, body } = await search(owner.client, 'puffin');
    expect(data).toHaveLength(1);
    expect(body).toMatchObject({ count: 1, page: 1, page_size: 10 });
    expect(data[0]).toMatchObject({
      item: { id: item.id, title: 'Lighthouse ledger', my_role: 'owner' },
      space: { id: place.space.id, slug: place.space.slug, name: place.space.name },
      match: { where: 'text' },
    });
    expect(data[0]?.snippet).toContain('every <mark>puffin</mark> on');
    expect((await search(owner.client, 'lighthouse')).data[0]?.title).toBe('<mark>Lighthouse</mark> ledger');
  });

  test('searches Markdown without its syntax', async () => {
    await document(
      'Moorings',
      '# Before\n\nx\n\n## The **harbour** rules\n\n- [ ] Pay the [windlass fee](https://example.test/fee) by `May`[^1]\n- [x] **Tie** the boat\n\n| Boat | Place |\n| --- | --- |\n| Gannet | *north* |\n\n```sh\ntie --fast\n```\n\n[^1]: Or June.\n',
    );
    const [result] = (await search(owner.client, 'windlass')).data;
    expect(result?.match).toEqual({ where: 'section', heading: 'The harbour rules' });
    expect(result?.snippet.replace(/ {2,}/g, ' ')).toBe(
      'Pay the <mark>windlass</mark> fee by May Tie the boat Boat · Place Gannet · north tie --fast Or June.',
    );
  });

  test('returns one hit per item, at the best matching section', async () => {
    await document(
      'Handbook',
      '# Arrival\n\nWelcome gate.\n\n# Kayaks\n\nKayaks are kept by the kayak shed. Kayak!',
    );
    const { data } = await search(owner.client, 'kayak');
    expect(data.map((one) => one.match)).toEqual([{ where: 'section', heading: 'Kayaks' }]);
  });

  test('requires all tokens: in one place, in title and text, or spread over sections', async () => {
    await document('Orchard survey', 'Pears near the quarry.');
    await document('Only orchard');
    await document('Spread', '# One\n\nA saxophone solo.\n\n# Two\n\nAnd a xylophone.');
    // What has only one of the tokens fills the rest of the page.
    expect(await titles('orchard quarry')).toEqual(['Orchard survey', 'Only orchard']);
    expect(await titles('saxophone xylophone')).toEqual(['Spread']);
  });

  test('ranks titles above text, and exact phrases above their tokens', async () => {
    await document('Minutes', 'The harvest was good. A harvest festival. Harvest again: harvest, harvest.');
    await document('Harvest');
    await document('Scattered', 'A green thing is behind every door of the old museum.');
    await document('Together', 'They went through the green door of the house.');
    expect(await titles('harvest')).toEqual(['Harvest', 'Minutes']);
    expect((await titles('green door'))[0]).toBe('Together');
  });

  test('corrects a typo in a token of a title, and of a text', async () => {
    await document('Restaurant reservations', 'A table for the ambassador.');
    const { data, body } = await search(owner.client, 'restuarant');
    expect(data.map((one) => one.item.title)).toEqual(['Restaurant reservations']);
    expect(body).toMatchObject({ corrected: 'restaurant' });
    await document('Minutos', 'As reuniões foram marcadas para todos os meses do ano.');
    expect((await search(owner.client, 'reunioxes')).body).toMatchObject({ corrected: 'reuniões' });
    expect(await titles('reservatons')).toEqual(['Restaurant reservations']);
    expect(await titles('ambasador table')).toEqual(['Restaurant reservations']);
  });

  test('suggests another token of the hub for a typo that is one too, if the reader may see it', async () => {
    for (const n of [1, 2, 3, 4, 5]) await document(`Trial ${n}`, 'Of the causal chain.');
    await document('Dress code', 'Casual.');
    expect((await search(owner.client, 'casual')).body).toMatchObject({ suggestion: 'causal' });
    expect((await search(owner.client, 'causal')).body).not.toHaveProperty('suggestion');
    expect((await search(owner.client, 'casual chain')).body).toMatchObject({ suggestion: 'causal chain' });
    const member = await addMember(server.client, owner, place.hub);
    for (const n of [1, 2, 3, 4, 5])
      await document(`Secret ${n}`, 'A martini is served.', { visibility: 'private' });
    const open = await document('Open', 'Martino came.', { visibility: 'public' });
    const asMember = await search(member.client, 'martino');
    expect(asMember.data).toHaveLength(1);
    expect(asMember.body).not.toHaveProperty('suggestion');
    expectData(await owner.client.in(place.hub).delete(`items/${open.id}/`));
  });

  test('finds a token of five letters with any one letter wrong', async () => {
    await document('Wharf log', 'The brass sextant lay there.');
    for (const typed of ['brazs', 'xrass', 'brasx', 'wxarf', 'sextxnt', 'xextant', 'sextan'])
      expect((await titles(typed))[0], typed).toBe('Wharf log');
  });

  test('corrects the six longest of many misspelt tokens, names them, and requires the others no more', async () => {
    await document(
      'Expedition',
      'Microscope telescope thermometer barometer hydrometer altimeter chronometer.',
    );
    const six = 'microscpoe telescpoe thermometre barometre hydrometre altimetre';
    const { data, body } = await search(owner.client, six);
    expect(data.map((one) => one.item.title)).toEqual(['Expedition']);
    expect(body).toMatchObject({
      corrected: 'microscope telescope thermometer barometer hydrometer altimeter',
    });
    const more = await search(owner.client, `altmeter ${six} chronometre`);
    expect(more.data.map((one) => one.item.title)).toEqual(['Expedition']);
    expect(more.body).toMatchObject({
      corrected: 'altmeter microscope telescope thermometer barometer hydrometer altimetre chronometer',
    });
  });

  test('matches a prefix of the last token, also inside a stem', async () => {
    await document('Environmental programme');
    for (const typed of ['env', 'environm', 'environmenta', 'environmental prog']) {
      expect(await titles(typed), typed).toEqual(['Environmental programme']);
    }
  });

  test('matches inflected forms in the language of the document', async () => {
    await document(
      'Running order',
      'The violins were tuned before the rehearsals began in the large hall of the town.',
    );
    await document(
      'Stadtbild',
      'Die alten Häuser stehen am Fluss, und die Gärten sind im Frühling besonders schön.',
    );
    await document(
      'Доклад',
      'В этом году мы построили новые дороги и отремонтировали старые мосты в городе.',
    );
    expect(await titles('violin rehearsal')).toEqual(['Running order']);
    for (const typed of ['haus', 'Häuser', 'hauser', 'HÄUSERN', 'garten']) {
      expect(await titles(typed), typed).toEqual(['Stadtbild']);
    }
    expect(await titles('дорога')).toEqual(['Доклад']);
  });

  test('matches with and without accents and marks', async () => {
    await document('Café Zürich', 'Crème brûlée für alle; Łódź; Ακρόπολη; مُدَرِّس.');
    for (const typed of ['cafe', 'CAFÉ', 'zurich', 'creme brulee', 'lodz', 'ακροπολη', 'مدرس']) {
      expect(await titles(typed), typed).toEqual(['Café Zürich']);
    }
  });

  test('matches Japanese, Chinese, Korean and Thai by any part, down to one character', async () => {
    await document('天気予報', '東京都の天気は晴れです。データベースの設計も読む。');
    await document('会议记录', '我们讨论了数据库的设计和预算。');
    await document('회의록', '데이터베이스 설계와 예산을 논의했다.');
    await document('บันทึก', 'เราพูดถึงงบประมาณของโรงเรียน');
    expect(await titles('東京')).toEqual(['天気予報']);
    expect(await titles('京都')).toEqual(['天気予報']);
    expect(await titles('データベース')).toEqual(['天気予報']);
    expect(await titles('晴')).toEqual(['天気予報']);
    expect(await titles('数据库')).toEqual(['会议记录']);
    expect(await titles('预算')).toEqual(['会议记录']);
    expect(await titles('议')).toEqual(['会议记录']);
    expect(await titles('예산')).toEqual(['회의록']);
    expect(await titles('งบประมาณ')).toEqual(['บันทึก']);
    for (const title of ['第3回会議', 'Excel表', '5G網', '表B12案', 'Excel表格'])
      await document(title, 'Text.');
    for (const title of ['第3回会議', '5G網', '表B12案', 'Excel表格'])
      expect((await titles(title))[0], title).toBe(title);
    expect((await titles('Excel表')).sort()).toEqual(['Excel表', 'Excel表格']);
    expect(await titles('"第3回"')).toEqual(['第3回会議']);
    expect(await titles('第3')).toEqual(['第3回会議']);
    expect((await titles('5G網 Text'))[0]).toBe('5G網');
    expect((await search(owner.client, '東京')).data[0]?.snippet).toContain('<mark>東京</mark>都');
    expect((await search(owner.client, '设计 预算')).data[0]?.snippet).toContain(
      '<mark>设计</mark>和<mark>预算</mark>',
    );
  });

  test('matches tokens of mixed scripts, file names, hyphens and addresses', async () => {
    await document(
      'QuarterlyFigures2024_final-v2.pdf',
      'Write to jane.roe@example.test about 東京Office and e-mail.',
    );
    for (const typed of [
      'figures',
      'quarterlyfigures2024',
      '2024',
      'final',
      'jane.roe@example.test',
      'office',
      'email',
    ]) {
      expect(await titles(typed), typed).toContain('QuarterlyFigures2024_final-v2.pdf');
    }
    expect(await titles('jane.doe@example.test')).not.toContain('QuarterlyFigures2024_final-v2.pdf');
  });

  test('finds an item without text by its title: a folder', async () => {
    await createItem(owner, place, { kind: 'folder', title: 'Blueprints' });
    const { data } = await search(owner.client, 'blueprint');
    expect(data[0]).toMatchObject({
      item: { kind: 'folder' },
      match: { where: 'title' },
      snippet: '<mark>Blueprints</mark>',
    });
  });
});

describe('operators and filters', () => {
  test('matches a quoted phrase, and excludes tokens', async () => {
    await document('Straight', 'The copper kettle stands here.');
    await document('Mixed', 'A kettle of copper and a spoon.');
    expect(await titles('"copper kettle"')).toEqual(['Straight']);
    expect(await titles('kettle copper')).toHaveLength(2);
    expect(await titles('kettle -spoon')).toEqual(['Straight']);
    expect(await titles('copper -"copper kettle"')).toEqual(['Mixed']);
    await document('Two parts', '# One\n\nTwilight.\n\n# Two\n\nForbidden word: gargoyle.');
    expect(await titles('twilight -gargoyle')).toEqual([]);
  });

  test('filters by kind, space, author and dates, as parameters and in the query', async () => {
    const other = await createSpace(owner, place.hub);
    await createItem(owner, place, { title: 'Marmalade notes' });
    await createItem(owner, place, { title: 'Marmalade', kind: 'folder' });
    await createItem(owner, { hub: place.hub, space: other }, { title: 'Marmalade elsewhere' });
    expect((await titles('marmalade')).length).toBe(3);
    expect(await titles('marmalade', { kind: 'folder' })).toEqual(['Marmalade']);
    expect(await titles('marmalade kind:folder')).toEqual(['Marmalade']);
    expect(await titles('marmalade', { space: other.slug })).toEqual(['Marmalade elsewhere']);
    expect(await titles(`marmalade in:${other.slug}`)).toEqual(['Marmalade elsewhere']);
    expect(await titles('marmalade', { author: owner.user.id })).toHaveLength(3);
    expect(await titles('marmalade by:me')).toHaveLength(3);
    expect(await titles('marmalade by:"Ada Lovelace"')).toHaveLength(3);
    expect(await titles('marmalade by:nobody')).toEqual([]);
    expect(await titles('marmalade', { from: '2001-01-01' })).toHaveLength(3);
    expect(await titles('marmalade', { to: '2001-01-01' })).toEqual([]);
    expect(await titles('marmalade after:2001 before:2002-06')).toEqual([]);
    expect(await titles(`kind:folder in:${place.space.slug} -blueprint`)).toContain('Marmalade');
  });

  test('pages without a gap or duplicate', async () => {
    for (let n = 0; n < 25; n += 1) await document(`Teapot ${n}`, `teapot number ${n}`);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search(owner.client, 'teapot', { page })));
    expect(pages.map((page) => page.data.length)).toEqual([10, 10, 5, 0]);
    expect(new Set(pages.flatMap((page) => page.data.map((one) => one.item.id))).size).toBe(25);
  });

  test('never fails for any typed query', async () => {
    const hostile = [
      '',
      ' ',
      '"',
      '"""',
      '-',
      '--',
      '- -',
      '"open',
      'kind:',
      'kind:"',
      'in:',
      'before:x',
      'before:0000',
      'after:2024-13-45',
      '& | ! <-> ( ) :*',
      "a' | 'b",
      "\\'; drop table item; --",
      '%_\\',
      '\u0000',
      'a\u0000b',
      '~hx',
      'word:*A',
      '\ud800',
      '🦄',
      '-only -without',
      'x'.repeat(10_000),
      'x '.repeat(5_000),
      '"a '.repeat(500),
      '日'.repeat(400),
      'é'.repeat(400),
      "''",
      '\\',
      '<script>alert(1)</script>',
      'by:"',
      "by:'; --",
      'in:%',
      'NOT AND OR',
      'a<2>b',
      '١٢٣',
      '\u202e\u200f',
    ];
    for (const q of hostile) await search(owner.client, q);
    expect((await owner.client.in(place.hub).get('search/', { query: {} })).status).toBe(200);
    expect((await owner.client.in(place.hub).get('search/', { query: { q: 'a', kind: 'x' } })).status).toBe(
      422,
    );
    expect(
      (await owner.client.in(place.hub).get('search/', { query: { q: 'a', from: '0000-01-01' } })).status,
    ).toBe(422);
    expect(await titles('', {})).toEqual([]);
  });

  test('returns markup of a text as text', async () => {
    await document('<img src=x onerror=1> basilisk', 'Beware <script>alert("basilisk")</script> & "others"');
    const { data } = await search(owner.client, 'basilisk');
    expect(data[0]?.title).toBe('&lt;img src=x onerror=1&gt; <mark>basilisk</mark>');
    expect(data[0]?.snippet).toContain(
      '&lt;script&gt;alert(&quot;<mark>basilisk</mark>&quot;)&lt;/script&gt; &amp;',
    );
  });
});

describe('updates of the index', () => {
  test('follow a rename, a new text, trash and restore', async () => {
    const item = await document('Walrus', 'Tusks and whiskers.');
    const mine = owner.client.in(place.hub);
    expectData(await mine.patch(`items/${item.id}/`, { title: 'Narwhal' }));
    expect(await titles('walrus')).toEqual([]);
    expect(await titles('narwhal tusks')).toEqual(['Narwhal']);
    expectData(await mine.patch(`items/${item.id}/`, { content: 'A single horn.' }));
    expect(await titles('whiskers')).toEqual([]);
    expect(await titles('horn')).toEqual(['Narwhal']);
    expectData(await mine.delete(`items/${item.id}/`));
    expect(await titles('narwhal')).toEqual([]);
    expectData(await mine.post(`items/${item.id}/restore/`));
    expect(await titles('narwhal')).toEqual(['Narwhal']);
  });

  test('remove the items of a deleted space', async () => {
    const space = await createSpace(owner, place.hub);
    await createItem(owner, { hub: place.hub, space }, { title: 'Ephemeral gazette' });
    expect(await titles('gazette')).toEqual(['Ephemeral gazette']);
    const database = openDatabase(openPool(server.databaseUrl, 1));
    await database.updateTable('space').set({ deleted_at: new Date() }).where('id', '=', space.id).execute();
    await database.destroy();
    expect(await titles('gazette')).toEqual([]);
  });

  test('never cross hubs', async () => {
    await document('Obsidian mirror');
    const stranger = await registerUser(server.client);
    const elsewhere = await createHub(stranger);
    const response = await stranger.client.in(elsewhere).get('search/', { query: { q: 'obsidian' } });
    expect(expectData(response)).toEqual([]);
    const foreign = await stranger.client.in(place.hub).get('search/', { query: { q: 'obsidian' } });
    expectRefusal(foreign, 404, 'not_found');
  });
});
