import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { buildItem } from '#tests/component/item.ts';
import { loadContent } from './load-item.ts';

const VIEW = '0199f1de-0000-7000-8000-000000000002';
const ADDRESS = `/club/~/0199f1de-0000-7000-8000-000000000001?view=${VIEW}`;

/** What the page of a document that embeds a view asks of its embeds. */
async function requestedBy(query: Record<string, string>) {
  const requested: URL[] = [];
  const api = async (path: string) => {
    const url = new URL(path, 'http://hub.example');
    requested.push(url);
    const html = { type: 'html', html: `<p data-embed="${ADDRESS}"><a href="${ADDRESS}">x</a></p>` };
    const data = url.pathname.endsWith('/preview/') ? html : { embeds: [] };
    return JSON.parse(JSON.stringify({ ok: true, status: 200, data }));
  };
  const req = Object.assign(new IncomingMessage(new Socket()), { cookies: {} });
  const loaded = await loadContent(api, buildItem(), { query, req });
  expect(loaded.preview.type).toBe('html');
  const [embeds] = requested.filter(({ pathname }) => pathname.endsWith('/embeds/'));
  return Object.fromEntries(embeds?.searchParams ?? []);
}

test('shows an embedded view from the row on that the address of the page names, as without scripts', async () => {
  expect(await requestedBy({ embed: VIEW, after: 'two' })).toEqual({ view: VIEW, after: 'two' });
  expect(await requestedBy({})).toEqual({});
  // A cursor alone is of no view.
  expect(await requestedBy({ after: 'two' })).toEqual({});
});
