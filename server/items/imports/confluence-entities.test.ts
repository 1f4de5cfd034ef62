import { expect, it } from 'vitest';
import { readConfluenceSpace } from './confluence-entities.ts';

const MiB = 1024 ** 2;

async function* chunksOf(...parts: (string | { text: string; times: number })[]) {
  for (const part of parts) {
    const { text, times } = typeof part === 'string' ? { text: part, times: 1 } : part;
    const many = Math.max(1, Math.floor(65_536 / text.length));
    for (let left = times; left > 0; left -= many) yield Buffer.from(text.repeat(Math.min(left, many)));
  }
}

const page = (id: string, title: string) =>
  `<object class="Page"><id name="id">${id}</id><property name="title"><![CDATA[${title}]]></property></object>`;

it.each([
  ['tags in each other', [{ text: '<a>', times: 10_000 }], /nested too deeply/],
  ['a tag of many attributes', ['<a', { text: ' b="1"', times: 100_000 }], /too long/],
  ['a long attribute', ['<a b="', { text: '\n', times: MiB }], /too long/],
  ['a long name of a tag', [`<${'a'.repeat(20_000)}>`], /too long/],
  ['a long text', ['<a>', { text: '\r\n', times: 5 * MiB }], /too long/],
  ['a long comment', ['<a><!--', { text: 'a', times: 9 * MiB }], /too long/],
  ['many faults', ['<a>', { text: '\u0001', times: 30_000 }], /too many faults/],
  [
    'long names',
    ['<a>', { text: page('1', 'x'.repeat(1_000)), times: 34_000 }],
    /names in this export are too long/,
  ],
])('refuses an export with %s', async (_name, parts, reason) => {
  await expect(readConfluenceSpace(chunksOf(...parts))).rejects.toThrow(reason);
});

it('cuts long titles and ids of an export, not texts', async () => {
  const body = `<object class="BodyContent"><id name="id">2</id><property name="content" class="Page"><id>1</id></property><property name="body"><![CDATA[${'b'.repeat(MiB)}]]></property></object>`;
  const user = `<object class="ConfluenceUserImpl"><id name="key">${'k'.repeat(500)}</id><property name="name">${'n'.repeat(MiB)}</property></object>`;
  const space = await readConfluenceSpace(chunksOf(`<a>${page('1', 't'.repeat(MiB))}${body}${user}</a>`));
  try {
    expect(space.pages.get('1')?.title).toBe('t'.repeat(1_000));
    expect(space.people).toEqual(new Map([['k'.repeat(64), 'n'.repeat(1_000)]]));
    expect(await space.bodyOf('1')).toHaveLength(MiB);
  } finally {
    await space.close();
  }
});
