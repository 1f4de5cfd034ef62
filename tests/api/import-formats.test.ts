import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import { FIXTURES } from '#tests/harness/content.ts';
import { importArchive, reportOf } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

let cast: Awaited<ReturnType<typeof createPlace>>;
let picture: Buffer;
beforeAll(async () => {
  cast = await createPlace(server.client);
  picture = await readFile(join(FIXTURES, 'files', 'map.png'));
});

/** Imports an archive into a space of its own. */
async function imported(name: string, files: Record<string, string | Uint8Array | null>) {
  const { owner, hub } = cast;
  const place = { owner, hub, space: await createSpace(owner, hub) };
  const job = await importArchive(place, { name, bytes: await zipOf(files) });
  const report = reportOf(job);
  const client = owner.client.in(hub);
  const items = expectData(await client.get(`spaces/${place.space.slug}/items/?page_size=100`));
  const base = `/${hub.domain_handle}/${place.space.slug}`;
  const idOf = (path: string) => report[path]?.item_id ?? expect.fail(`${path} is not in the report`);
  return {
    job,
    report,
    idOf,
    at: (path: string) => `${base}/${idOf(path)}`,
    fileAt: (path: string) => `/api/v1/items/${idOf(path)}/file/`,
    text: async (path: string) => expectData(await client.get(`items/${idOf(path)}/content/`)).markdown,
    folderOf(path: string) {
      const item = items.find(({ id }) => id === idOf(path));
      return items.find(({ id }) => id === item?.parent_id)?.title ?? null;
    },
    titles: items.map(({ title }) => title).sort(),
  };
}

test('takes the export of an Outline collection with its tree, links and attachments', async () => {
  const file = 'Boat club/attachments/0f0c1a52-aa5e-4c3c-9b70-2b0ab3b6d0f7.png';
  const { job, text, at, fileAt, folderOf, titles } = await imported('outline-export.zip', {
    'Boat club/Rowing.md': `# Rowing\n\nRead [the oars](./Rowing/Oars%20%26%20sculls.md), then\n\n\\\n![The map](attachments/0f0c1a52-aa5e-4c3c-9b70-2b0ab3b6d0f7.png " =320x200")\n\n- [ ] Order paper\n`,
    'Boat club/Rowing/Oars & sculls.md':
      '# Oars & sculls\n\n[Back](../Rowing.md) and [out](https://example.org/)\n',
    [file]: picture,
  });
  expect(job).toMatchObject({ state: 'ready', rejected: 0 });
  expect(titles).toEqual(
    ['Boat club', 'Oars & sculls', 'Rowing', 'Rowing', 'attachments', file.split('/').at(-1)].sort(),
  );
  const rowing = await text('Boat club/Rowing.md');
  expect(rowing).toContain(`Read [the oars](${at('Boat club/Rowing/Oars & sculls.md')}), then`);
  expect(rowing).toContain(`![The map](${fileAt(file)}`);
  expect(rowing).toContain('- [ ] Order paper');
  expect(rowing).not.toContain('# Rowing');
  expect(await text('Boat club/Rowing/Oars & sculls.md')).toBe(
    `[Back](${at('Boat club/Rowing.md')}) and [out](https://example.org/)\n`,
  );
  expect(folderOf('Boat club/Rowing/Oars & sculls.md')).toBe('Rowing');
});

test('takes the repository of a GitHub wiki with its pages by name, their links and pictures', async () => {
  const { job, text, at, fileAt, titles } = await imported('boats.wiki.zip', {
    'boats.wiki/.git/HEAD': 'ref: refs/heads/master',
    'boats.wiki/Home.md':
      '[[Rowing boats]], [[the long ones|Long-oars]], [oars](Long-oars#care), [[images/map.png]] and ![map](images/map.png)',
    'boats.wiki/Rowing-boats.md': 'Back [[Home]]',
    'boats.wiki/Long-oars.md': '## Care\n\nOil',
    'boats.wiki/_Sidebar.md': '* [[Home]]\n* [[Rowing boats]]',
    'boats.wiki/images/map.png': picture,
  });
  expect(job).toMatchObject({ state: 'ready', rejected: 0 });
  const [boats, oars, map] = ['Rowing-boats.md', 'Long-oars.md', 'images/map.png'].map(
    (name) => `boats.wiki/${name}`,
  );
  expect(await text('boats.wiki/Home.md')).toBe(
    `[Rowing boats](${at(boats ?? '')}), [the long ones](${at(oars ?? '')}), [oars](${at(oars ?? '')}#care), [map.png](${at(map ?? '')}) and ![map](${fileAt(map ?? '')})`,
  );
  expect(await text(boats ?? '')).toBe(`Back [Home](${at('boats.wiki/Home.md')})`);
  expect(titles).toContain('Rowing boats');
  expect(titles).not.toContain('HEAD');
});

test('takes the web pages that Google Docs exports, with pictures, and links as they were written', async () => {
  const { job, text, at, fileAt, titles } = await imported('Rules.zip', {
    'Rules.html': `<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><style type="text/css">.c1{font-weight:700}.c2{font-style:italic}</style></head><body class="c9 doc-content"><h1 class="c5" id="h.x1"><span class="c0">Boat house</span></h1><p class="c3"><span class="c1">Bold</span><span class="c0"> and see </span><span class="c4"><a class="c7" href="https://www.google.com/url?q=https://example.org/a?b%3D1%26c%3D2&amp;sa=D&amp;source=editors&amp;ust=1700000000000000&amp;usg=AOvVaw0">the site</a></span></p><p class="c3"><span style="overflow: hidden; display: inline-block;"><img alt="The map" src="images/image1.png" style="width: 10px"></span></p><ul class="c8 lst-kix_1-0 start"><li class="c3 li-bullet-0"><span>one</span></li></ul><ul class="lst-kix_1-1 start"><li><span>below one</span></li></ul><table><tr><td><p><span>a</span></p></td><td><p><span>b</span></p></td></tr></table><p><a href="Other.html">next</a></p></body></html>`,
    'Other.html': '<html><body><p>Other</p></body></html>',
    'images/image1.png': picture,
  });
  expect(job).toMatchObject({ state: 'ready', rejected: 0 });
  const rules = await text('Rules.html');
  expect(rules).toContain('# Boat house');
  expect(rules).toContain('[the site](https://example.org/a?b=1&c=2)');
  expect(rules).toContain(`![The map](${fileAt('images/image1.png')})`);
  expect(rules).toContain('- one');
  expect(rules).toMatch(/\| a +\| b +\|/);
  expect(rules).toContain(`[next](${at('Other.html')})`);
  expect(rules).not.toContain('font-weight');
  expect(rules).toContain('**Bold** and see');
  expect(rules).toMatch(/- one\n {2,4}- below one/);
  expect(titles).toEqual(['Other', 'Rules', 'image1.png', 'images']);
});

test('makes links of the pictures of other sites, and says so of their file', async () => {
  const { report, text } = await imported('Pictures.zip', {
    'Two.md': '![a](https://example.org/a.png) and ![](https://example.org/b.png)',
    'One.html': '<p><img src="https://example.org/c.png" alt="c"></p>',
  });
  expect(report['Two.md']?.reason).toBe('2 pictures of other sites became links.');
  expect(report['One.html']?.reason).toBe('One picture of another site became a link.');
  expect(await text('Two.md')).toBe(
    '[a](https://example.org/a.png) and [https://example.org/b.png](https://example.org/b.png)',
  );
  expect(await text('One.html')).toBe('[c](https://example.org/c.png)');
});
