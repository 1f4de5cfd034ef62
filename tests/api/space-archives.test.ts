import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { zipOf as archive, readArchive } from '#tests/harness/archive.ts';
import { createItem, FIXTURES, uploadBytes, uploadFixture } from '#tests/harness/content.ts';
import { importArchive, reportOf } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

type Place = Awaited<ReturnType<typeof createPlace>>;
type ManifestFile = { path: string; id: string; kind: string; title: string; data?: string };

async function exported(by: TestAccount, { hub, space }: Pick<Place, 'hub' | 'space'>, format = 'md') {
  const response = await by.client.in(hub).fetch('GET', `spaces/${space.slug}/export/?format=${format}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = await readArchive(Buffer.from(await response.arrayBuffer()));
  const manifest: { files: ManifestFile[] } = JSON.parse(files.get('hubkeep.json')?.toString() ?? '');
  files.delete('hubkeep.json');
  return { files, manifest, text: (path: string) => files.get(path)?.toString() };
}

/** A space with a folder, documents that lead to each other, a picture, a file and a table. */
async function filledPlace() {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const here = `/${hub.domain_handle}/${space.slug}`;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Boats: large/small' });
  await createItem(owner, place, { kind: 'folder', title: 'Empty' });
  const picture = await uploadFixture(owner, place, 'files/map.png', { parent: folder.id });
  await uploadBytes(owner, place, [{ name: 'notes.txt', bytes: 'plain words' }]);
  const below = await createItem(owner, place, {
    title: 'Oars',
    content: '# Oars\n\nLong.',
    parent: folder.id,
  });
  const content = [
    `See [oars](${here}/${below.id}#oars), all of [boats](${here}/${folder.id}), or`,
    `![the map](/api/v1/items/${picture.id}/file/ "Map").`,
    '',
    `\`[code](${here}/${below.id})\` and [gone](${here}/${randomUUID()}).`,
  ].join('\n');
  const start = await createItem(owner, place, { title: 'Start: “here”?', content });
  const table = await createTable(owner, place, [
    { id: 'name', name: 'name', label: 'Name', type: 'text', required: false },
  ]);
  await addRows(owner, table, [{ name: 'Lamp' }]);
  return { place, start, below, folder, picture, table, here };
}

describe('the export of a space', () => {
  it('has folders, documents, files and tables, and relative links between them', async () => {
    const { place, start, below, folder, table, here } = await filledPlace();
    const { files, manifest, text } = await exported(place.owner, place);
    expect([...files.keys()].sort()).toEqual(
      [
        'Boats_ large_small/',
        'Boats_ large_small/Oars.md',
        'Boats_ large_small/map.png',
        'Empty/',
        'Start_ “here”_.md',
        `${table.title}.csv`,
        `hubkeep.tables/${table.id}.jsonl`,
        'notes.txt',
      ].sort(),
    );
    const written = text('Start_ “here”_.md') ?? '';
    expect(written).toContain('[oars](Boats_%20large_small/Oars.md#oars)');
    expect(written).toContain('[boats](Boats_%20large_small/)');
    expect(written).toContain('![the map](Boats_%20large_small/map.png "Map")');
    expect(written).toContain(`\`[code](${here}/${below.id})\``);
    expect(text('notes.txt')).toBe('plain words');
    expect(text(`${table.title}.csv`)).toContain('Lamp');
    expect(manifest.files.find(({ id }) => id === start.id)).toMatchObject({
      title: start.title,
      kind: 'document',
    });
    expect(manifest.files.find(({ id }) => id === folder.id)?.path).toBe('Boats_ large_small/');
  });

  it('has HTML pages or JSON by its format, with links to each other', async () => {
    const { place } = await filledPlace();
    const html = await exported(place.owner, place, 'html');
    expect(html.text('Start_ “here”_.html')).toContain('href="Boats_%20large_small/Oars.html#oars"');
    expect(html.text('Boats_ large_small/Oars.html')).toContain('<h1>Oars</h1>');
    const json = await exported(place.owner, place, 'json');
    expect(JSON.parse(json.text('Boats_ large_small/Oars.json') ?? '')).toMatchObject({ type: 'doc' });
    const refused = await place.owner.client
      .in(place.hub)
      .get(`spaces/${place.space.slug}/export/?format=exe`);
    expect(refused.status).toBe(422);
  });

  it('is of a document or a folder alone, too', async () => {
    const { place, below, folder, table } = await filledPlace();
    const fetch = (path: string) => place.owner.client.fetch('GET', path);
    const written = await fetch(`items/${below.id}/export/`);
    expect(written.headers.get('content-disposition')).toContain('Oars.md');
    expect(await written.text()).toBe('# Oars\n\nLong.');
    expect(await (await fetch(`items/${below.id}/export/?format=html`)).text()).toContain('<h1>Oars</h1>');
    const files = await readArchive(
      Buffer.from(await (await fetch(`items/${folder.id}/export/?format=html`)).arrayBuffer()),
    );
    expect([...files.keys()].sort()).toEqual(['Oars.html', 'hubkeep.json', 'map.png']);
    expect((await fetch(`items/${below.id}/export/?format=csv`)).status).toBe(422);
    expect((await fetch(`items/${table.id}/export/?format=md`)).status).toBe(422);
    expect(await (await fetch(`items/${table.id}/export/`)).text()).toContain('Lamp');
  });

  it('leaves out what its reader may not see, and the path to it', async () => {
    const { place, folder } = await filledPlace();
    expectData(await place.owner.client.patch(`items/${folder.id}/`, { visibility: 'private' }));
    const member = await addMember(server.client, place.owner, place.hub, 'member');
    const { files, manifest, text } = await exported(member, place);
    expect([...files.keys()].join()).not.toContain('Boats');
    expect(JSON.stringify(manifest)).not.toContain(folder.id);
    expect(text('Start_ “here”_.md')).not.toContain('Boats_');
  });
});

async function itemsOf({ owner, hub, space }: Place): Promise<Item[]> {
  return expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/?page_size=100`));
}

/** Files are still read after an import has ended. */
function withoutProcessing({ processing: _, ...item }: Item) {
  return item;
}

async function contentOf({ owner }: Place, id = ''): Promise<string> {
  return expectData(await owner.client.get<{ markdown: string }>(`items/${id}/content/`)).markdown;
}

const basePath = ({ hub, space }: Place) => `/${hub.domain_handle}/${space.slug}`;
const ID = 'a'.repeat(31);

describe('an import of documents', () => {
  it('names the authors of documents to members who export them, and not to guests', async () => {
    const { owner, hub } = await createPlace(server.client);
    const place = { owner, hub, space: await createSpace(owner, hub, { visibility: 'public' }) };
    const text = '---\nauthor: Grace Hopper <grace@example.org>\n---\nOars';
    await importArchive(place, { name: 'Oars.md', bytes: text });
    const guest = await addMember(server.client, owner, hub, 'guest');
    const lines = async (by: TestAccount) => JSON.stringify((await exported(by, place)).manifest.files);
    expect(await lines(owner)).toContain('"author":"Grace Hopper"');
    expect(await lines(guest)).toContain('Oars');
    expect(await lines(guest)).not.toContain('Grace');
  });

  it('takes a vault of Markdown with its tree, links, pictures and dates', async () => {
    const place = await createPlace(server.client);
    const picture = await readFile(join(FIXTURES, 'files', 'map.png'));
    const job = await importArchive(place, {
      bytes: await archive({
        '.obsidian/app.json': '{}',
        '__MACOSX/._Home.md': 'x',
        'Home.md':
          '---\ntitle: Start page\ndate: 2024-05-06\nauthor: Grace Hopper\ntags: [boats, "#oars"]\n---\n# Start page\n\n[[Rowing#Oars|oars]] ![[map.png|300]] [deep](Boats/Rowing%20boats.md) `[[Rowing]]`',
        'Boats/Rowing boats.md': 'Back [home](../Home.md#top), [gone](none.md)',
        'Boats/Rowing.md': 'Oars',
        'Boats/assets/map.png': picture,
        'Empty/': null,
      }),
    });
    expect(job).toMatchObject({ state: 'ready', done: 4, rejected: 0 });
    const report = reportOf(job);
    expect(Object.keys(report)).toHaveLength(4);
    const home = await contentOf(place, report['Home.md']?.item_id);
    const base = basePath(place);
    expect(home).toBe(
      `[oars](${base}/${report['Boats/Rowing.md']?.item_id}#oars) ![map.png](/api/v1/items/${report['Boats/assets/map.png']?.item_id}/file/) [deep](${base}/${report['Boats/Rowing boats.md']?.item_id}) \`[[Rowing]]\``,
    );
    expect(report['Boats/Rowing boats.md']?.reason).toContain('One link');
    const items = await itemsOf(place);
    expect(items.map(({ title }) => title).sort()).toEqual(
      ['Boats', 'Empty', 'Rowing', 'Rowing boats', 'Start page', 'assets', 'map.png'].sort(),
    );
    expect(items.find(({ title }) => title === 'Start page')).toMatchObject({
      created_at: '2024-05-06T00:00:00.000Z',
      source: { author: 'Grace Hopper', tags: ['boats', 'oars'] },
    });
    const file = await place.owner.client.fetch(
      'GET',
      `items/${report['Boats/assets/map.png']?.item_id}/file/`,
    );
    expect(Buffer.from(await file.arrayBuffer())).toEqual(picture);
  });

  it('takes the exports of Notion and of Confluence with their titles and trees', async () => {
    const place = await createPlace(server.client);
    const notion = await importArchive(place, {
      name: 'Export-11111111-2222-3333-4444-555555555555.zip',
      bytes: await archive({
        [`Team ${ID}1.md`]: `# Team\n\n[Plan](Team%20${ID}1/Plan%20${ID}2.md)`,
        [`Team ${ID}1/Plan ${ID}2.md`]: '# Plan\n\n<img src="x.png" alt="no">',
        [`Team ${ID}1/Rows ${ID}3.csv`]: 'Name\nLamp',
      }),
    });
    const report = reportOf(notion);
    expect(await contentOf(place, report[`Team ${ID}1.md`]?.item_id)).toBe(
      `[Plan](${basePath(place)}/${report[`Team ${ID}1/Plan ${ID}2.md`]?.item_id})`,
    );
    const confluence = await importArchive(place, {
      name: 'confluence.zip',
      bytes: await archive({
        'DS/index.html':
          '<html><body><ul><li><a href="Home_1001.html">Home &amp; all</a><ul><li><a href="1002.html">Child</a></li></ul></li></ul></body></html>',
        'DS/Home_1001.html':
          '<html><head><title>DS : Home</title></head><body><ol id="breadcrumb-section"><li>x</li></ol><h1 id="title-text">DS : Home &amp; all</h1><div id="main-content"><p>See <a href="1002.html">the child</a><script>alert(1)</script></p></div></body></html>',
        'DS/1002.html':
          '<html><body><h1 id="title-text">DS : Child</h1><div id="main-content"><table><tr><th>a</th></tr><tr><td>b</td></tr></table></div></body></html>',
        'DS/styles/site.css': 'p {}',
      }),
    });
    const pages = reportOf(confluence);
    const items = await itemsOf(place);
    const titled = (title: string, kind: string) =>
      items.find((item) => item.title === title && item.kind === kind);
    expect(titled('Plan', 'document')?.parent_id).toBe(titled('Team', 'folder')?.id);
    expect(titled('Rows', 'table')).toBeTruthy();
    expect(titled('Child', 'document')?.parent_id).toBe(titled('Home & all', 'folder')?.id);
    expect(await contentOf(place, pages['DS/Home_1001.html']?.item_id)).toBe(
      `See [the child](${basePath(place)}/${pages['DS/1002.html']?.item_id})`,
    );
    expect(await contentOf(place, pages['DS/1002.html']?.item_id)).toContain('| a |');
  });

  it('takes DOCX, ODT, HTML and TXT files alone', async () => {
    const place = await createPlace(server.client);
    const odt = await archive({
      'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:draw="d" xmlns:xlink="x"><office:body><office:text>
        <text:h text:outline-level="2">Heading</text:h><text:p>Text &lt;b&gt;</text:p>
        <text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>
        <draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame></office:text></office:body></office:document-content>`,
      'Pictures/1.png': await readFile(join(FIXTURES, 'files', 'map.png')),
      'meta.xml':
        '<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:dc="d"><office:meta><meta:initial-creator>Ada &amp; Co</meta:initial-creator><meta:keyword>log</meta:keyword><meta:keyword>sea</meta:keyword></office:meta></office:document-meta>',
    });
    const one = async (name: string, bytes: Uint8Array | string) => {
      const job = await importArchive(place, { name, bytes });
      const [file] = job.result ?? [];
      expect(file, JSON.stringify(job)).toMatchObject({ name, status: 'imported' });
      return contentOf(place, file?.item_id);
    };
    const written = await one('Report.odt', odt);
    expect(written).toContain('## Heading\n\nText \\<b>');
    const [report] = await itemsOf(place).then((all) => all.filter(({ title }) => title === 'Report'));
    expect(report?.source).toEqual({ author: 'Ada & Co', tags: ['log', 'sea'] });
    expect(written).toMatch(/- one[\s\S]*!\[\]\(\/api\/v1\/items\/[0-9a-f-]{36}\/file\/\)/);
    expect(await one('plain.txt', '# no heading\nsecond line\n\nnext')).toBe(
      '\\# no heading\\\nsecond line\n\nnext',
    );
    expect(
      await one('page.html', '<title>T</title><body><p onclick="x()">Hi <a href="javascript:x">a</a></p>'),
    ).toBe('Hi a');
    expect(await one('Wordy.docx', await readFile(join(FIXTURES, 'files', 'minutes.docx')))).not.toBe('');
  });

  it('reports files that are hostile or damaged with the reason, and takes the others', async () => {
    const place = await createPlace(server.client);
    const bytes = await archive({
      'good.md': 'good',
      '../up.md': 'x',
      '/abs.md': 'x',
      'link.md': '/etc/passwd',
      'bomb.md': Buffer.alloc(12 * 1024 ** 2, 32),
      'tool.exe': 'MZ',
      'not.docx': 'no zip',
      'bad.png': 'no picture',
      'good/../../evil.md': 'x',
      [`${'é'.repeat(120)}.md`]: 'long',
    });
    const at = bytes.lastIndexOf('link.md') - 46;
    bytes.writeUInt32LE(0o120777 * 2 ** 16, at + 38);
    const job = await importArchive(place, { bytes });
    expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 8 });
    const failed = (job.result ?? []).filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(8);
    for (const { reason } of failed) expect(reason).toMatch(/\.$/);
    expect((await itemsOf(place)).map(({ title }) => title).sort()).toEqual(['good', 'é'.repeat(120)]);
    expect(await importArchive(place, { bytes: 'no archive' })).toMatchObject({
      state: 'failed',
      reason: expect.any(String),
    });
    const client = place.owner.client.in(place.hub);
    const send = (name: string, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('file', new Blob(['x']), name);
      return client.post(`spaces/${place.space.slug}/import/`, undefined, { raw: form });
    };
    expect((await send('x.exe')).status).toBe(415);
    expect((await send('x.md', { parent: randomUUID() })).status).toBe(422);
    expect((await send('x.md', { other: '1' })).body.fields).toHaveProperty('other');
  });

  it('reports names that cannot be stored, and takes the other files', async () => {
    const place = await createPlace(server.client);
    const manifest = {
      format: 'hubkeep-space',
      files: [
        { path: 'notes.txt', kind: 'general', title: 'Notes', file_name: `a\0b${'x'.repeat(900)}.txt` },
      ],
    };
    const cyrillic = Array.from({ length: 980 }, (_, n) => String.fromCodePoint(0x430 + ((n * n) % 32))).join(
      '',
    );
    const odd = await importArchive(place, {
      bytes: await archive({ 'a\0b.md': 'x', 'good.md': 'good', [`${cyrillic}.md`]: 'long' }),
    });
    expect(odd).toMatchObject({ state: 'ready', done: 2, rejected: 1 });
    const own = await importArchive(place, {
      name: 'own.zip',
      bytes: await archive({ 'notes.txt': 'x', 'hubkeep.json': JSON.stringify(manifest) }),
    });
    expect(own).toMatchObject({ state: 'ready', done: 1, rejected: 0 });
  });

  it('takes names that begin with a dot, and says what it left out', async () => {
    const place = await createPlace(server.client);
    const folder = await createItem(place.owner, place, { kind: 'folder', title: '.git' });
    await createItem(place.owner, place, { title: '.NET guide', content: 'x', parent: folder.id });
    const response = await place.owner.client
      .in(place.hub)
      .fetch('GET', `spaces/${place.space.slug}/export/?format=md`);
    const copy = { ...place, space: await createSpace(place.owner, place.hub, { name: 'Copy' }) };
    const own = await importArchive(copy, { bytes: Buffer.from(await response.arrayBuffer()) });
    expect(own).not.toHaveProperty('reason');
    expect((await itemsOf(copy)).map(({ title }) => title).sort()).toEqual(['.NET guide', '.git']);
    const vault = await importArchive(copy, {
      name: 'vault.zip',
      bytes: await archive({ '.obsidian/app.json': '{}', '.hidden.md': 'x', 'site.css': 'p {}' }),
    });
    expect(vault).toMatchObject({ state: 'ready', done: 1, rejected: 0 });
    expect(vault.reason).toBe('2 files of programs were not imported: .obsidian, .css.');
  });

  it('changes nothing when it is repeated, and merges changes of both sides', async () => {
    const place = await createPlace(server.client);
    const files = {
      'Both.md': 'one\n\ntwo\n\nthree',
      'Here.md': 'here',
      'There.md': 'there',
      'a.txt.md': 'x',
    };
    const first = reportOf(await importArchive(place, { bytes: await archive(files) }));
    const before = (await itemsOf(place)).map(withoutProcessing);
    const again = await importArchive(place, { bytes: await archive(files) });
    expect(reportOf(again)['Both.md']).toMatchObject({
      status: 'imported',
      item_id: first['Both.md']?.item_id,
    });
    expect((await itemsOf(place)).map(withoutProcessing)).toEqual(before);
    const write = async (name: string, content: string) =>
      expectData(await place.owner.client.patch(`items/${first[name]?.item_id}/`, { content }));
    await write('Both.md', 'one here\n\ntwo\n\nthree');
    await write('Here.md', 'changed here');
    const changed = { ...files, 'Both.md': 'one\n\ntwo\n\nthree there', 'There.md': 'changed there' };
    const last = reportOf(await importArchive(place, { bytes: await archive(changed) }));
    expect(
      Object.values(last)
        .map(({ name, status }) => `${name} ${status}`)
        .sort(),
    ).toEqual(['Both.md changed', 'Here.md imported', 'There.md changed', 'a.txt.md imported']);
    expect(await contentOf(place, first['Both.md']?.item_id)).toBe('one here\n\ntwo\n\nthree there');
    expect(await contentOf(place, first['Here.md']?.item_id)).toBe('changed here');
    expect(await contentOf(place, first['There.md']?.item_id)).toBe('changed there');
    expect(await itemsOf(place)).toHaveLength(before.length);
  });

  it('of the export of a space makes the same space again', async () => {
    const { place } = await filledPlace();
    const response = await place.owner.client
      .in(place.hub)
      .fetch('GET', `spaces/${place.space.slug}/export/?format=md`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const copy = { ...place, space: await createSpace(place.owner, place.hub, { name: 'Copy' }) };
    const job = await importArchive(copy, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.result?.filter(({ reason }) => reason).map(({ reason }) => reason)).toEqual([]);
    const [source, result] = [await exported(place.owner, place), await exported(place.owner, copy)];
    // What a table is made of again is named by its id (`tables-in-archives.test.ts`).
    for (const { files } of [source, result])
      for (const path of files.keys()) if (path.startsWith('hubkeep.tables/')) files.delete(path);
    expect([...result.files.keys()].sort()).toEqual([...source.files.keys()].sort());
    for (const [path, content] of source.files) expect(result.files.get(path), path).toEqual(content);
    const facts = (files: ManifestFile[]) =>
      files.map(({ id: _, data: __, ...file }) => file).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect(facts(result.manifest.files)).toEqual(facts(source.manifest.files));
    expect((await itemsOf(copy)).length).toBe((await itemsOf(place)).length);
  });

  it('keeps the layout of a picture, whose address becomes the one of the new picture', async () => {
    const place = await createPlace(server.client);
    const laidOut = (address: string) =>
      `<span data-picture data-width="50" data-align="center">![map](${address} "Map")<br>Of the lake</span>`;
    const notes = {
      'Page.md': laidOut('map.png'),
      'map.png': await readFile(join(FIXTURES, 'files', 'map.png')),
    };
    await importArchive(place, { bytes: await archive(notes) });
    const response = await place.owner.client
      .in(place.hub)
      .fetch('GET', `spaces/${place.space.slug}/export/?format=md`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const copy = { ...place, space: await createSpace(place.owner, place.hub, { name: 'Pictures' }) };
    expect(await importArchive(copy, { bytes })).toMatchObject({ state: 'ready', rejected: 0 });
    for (const one of [place, copy]) {
      const items = await itemsOf(one);
      const idOf = (kind: string) => items.find((item) => item.kind === kind)?.id;
      expect(await contentOf(one, idOf('document'))).toBe(laidOut(`/api/v1/items/${idOf('image')}/file/`));
      const page = await one.owner.client.fetch('GET', `items/${idOf('document')}/export/?format=html`);
      expect(await page.text()).toMatch(/<span data-picture="" data-width="50" data-align="center"><img /);
    }
  });
});
