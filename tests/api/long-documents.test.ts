import fastify from 'fastify';
import MarkdownIt from 'markdown-it';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ItemPreview } from '#lib/contract/preview.ts';
import { documentHtml } from '#server/items/documents/document-html.ts';
import { renderPageTexts } from '#server/items/documents/page-texts.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const LONGEST = 500_000;
const filled = (unit: string) => unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST);

async function writeDocument(content: string, visibility = 'shared') {
  const place = await createPlace(server.client, { visibility: 'public' });
  const body = { kind: 'document', title: 'Long', content, visibility };
  const item = expectData(
    await place.owner.client.in(place.hub).post(`spaces/${place.space.slug}/items/`, body),
    201,
  );
  return { ...place, item };
}

const preview = async ({ client }: Pick<TestAccount, 'client'>, id: string) =>
  expectData(await client.get<ItemPreview>(`items/${id}/preview/?as=html`));

const storedHtml = (id: string) =>
  server.sql<{ html: string | null; failures: number }>(
    'select html, failures from document_html where item_id = $1',
    [id],
  );

/** A renderer with its own limits. */
async function rendererWith(pictureTimeoutMs: number, factor = '0') {
  const pool = openPool(server.databaseUrl);
  const extraction = createExtraction({ pictureTimeoutMs });
  onTestFinished(async () => {
    extraction.close();
    await pool.end();
  });
  const config = readConfig({ RATE_LIMIT_FACTOR: factor });
  return { config, database: openDatabase(pool), extraction, log: fastify().log };
}

test('serves other requests while a text of 500,000 characters takes seconds to render', async () => {
  const { owner, item } = await writeDocument(filled('![['));
  let isRendered = false;
  const rendered = preview(owner, item.id).then((found) => {
    isRendered = true;
    return found;
  });
  let responseCount = 0;
  for (; responseCount < 10; responseCount += 1) {
    expectData(await server.client.get('core/basic-settings/'));
    if (isRendered) break;
  }
  expect(responseCount).toBe(10);
  // On a busy machine it may reach its time limit.
  expect(['html', 'text']).toContain((await rendered).type);
});

test('renders a long document once, and again when its content changes', async () => {
  const { owner, item } = await writeDocument(filled('Some **bold** words. '));
  const first = await preview(owner, item.id);
  expect(first).toMatchObject({ type: 'html', html: expect.stringContaining('<strong>bold</strong>') });
  await server.sql("update document_html set html = 'kept' where item_id = $1", [item.id]);
  expect(await preview(owner, item.id)).toEqual({ type: 'html', html: 'kept' });
  expectData(await owner.client.patch(`items/${item.id}/`, { content: filled('Other *words*. ') }));
  expect(await preview(server, item.id)).toMatchObject({
    type: 'html',
    html: expect.stringContaining('<em>words</em>'),
  });
});

test('renders a short document once per version, however often it is viewed', async () => {
  const rendering = vi.spyOn(MarkdownIt.prototype, 'render');
  onTestFinished(() => rendering.mockRestore());
  const texts = ['Some **bold** words', 'Other *words*'] as const;
  const times = () => texts.map((text) => rendering.mock.calls.filter(([one]) => one === text).length);
  const { owner, item } = await writeDocument(texts[0]);
  for (const reader of [owner, server, owner]) {
    const html = '<p>Some <strong>bold</strong> words</p>\n';
    expect(await preview(reader, item.id)).toEqual({ type: 'html', html });
  }
  expect(times()).toEqual([1, 0]);
  expectData(await owner.client.patch(`items/${item.id}/`, { content: texts[1] }));
  for (const reader of [owner, server]) {
    expect(await preview(reader, item.id)).toEqual({ type: 'html', html: '<p>Other <em>words</em></p>\n' });
  }
  expect(times()).toEqual([1, 1]);
  // The first view of another user's document takes as long as if its text were new.
  const other = await writeDocument(texts[0]);
  await preview(other.owner, other.item.id);
  expect(times()).toEqual([2, 1]);
});

test('renders a long document when it is saved, before anybody reads it', async () => {
  const { owner, item } = await writeDocument('short');
  expectData(await owner.client.patch(`items/${item.id}/`, { content: filled('Some **bold** words. ') }));
  await eventually(async () => {
    expect(await storedHtml(item.id)).toEqual([
      { html: expect.stringContaining('<strong>bold</strong>'), failures: 0 },
    ]);
  });
});

test('stores a document whose rendering fails, and renders it for its first reader', async () => {
  const { owner, item } = await writeDocument('short');
  const seen = () =>
    server.sql<{ tried: boolean }>('select is_called as tried from rendering_failed where is_called');
  // A sequence counts attempts even if they were rolled back.
  await server.sql('create sequence rendering_failed');
  await server.sql(`create function refuse_html() returns trigger language plpgsql as $$ begin
    perform nextval('rendering_failed'); raise exception 'no html is kept today'; end $$`);
  await server.sql(
    'create trigger refuse before insert on document_html for each row execute function refuse_html()',
  );
  const content = filled('Some **bold** words. ');
  const saved = expectData(await owner.client.patch(`items/${item.id}/`, { content }));
  expect(saved.revision).toBe(item.revision + 1);
  await eventually(async () => expect(await seen()).toHaveLength(1));
  // A user who reads it meanwhile gets it anyway.
  const rendered = { type: 'html', html: expect.stringContaining('<strong>bold</strong>') };
  expect(await preview(owner, item.id)).toEqual(rendered);
  expect(await storedHtml(item.id)).toEqual([]);
  await server.sql('drop trigger refuse on document_html');
  const [row] = await server.sql<{ content: string }>('select content from item where id = $1', [item.id]);
  expect(row?.content).toBe(content);
  expect(await preview(owner, item.id)).toMatchObject({
    type: 'html',
    html: expect.stringContaining('<strong>bold</strong>'),
  });
});

test('shows a document as plain text when it exceeds the rendering limits, and lets it be changed', async () => {
  const { owner, item } = await writeDocument('short');
  const markdown = filled('# **Long** ');
  const services = await rendererWith(1);
  await server.sql('update item set content = $2 where id = $1', [item.id, markdown]);
  expect(await documentHtml(services, { id: item.id, markdown }, null)).toBeNull();
  expect(await storedHtml(item.id)).toEqual([{ html: null, failures: 1 }]);
  // There is no retry before the pause is over.
  expect(await preview(owner, item.id)).toEqual({ type: 'text', text: markdown, is_plain: true });
  await server.sql('update document_html set again_at = now() where item_id = $1', [item.id]);
  expect(await documentHtml(services, { id: item.id, markdown }, null)).toBeNull();
  expect(await storedHtml(item.id)).toEqual([{ html: null, failures: 2 }]);
  expectData(await owner.client.patch(`items/${item.id}/`, { content: 'short *again*' }));
  expect(await preview(owner, item.id)).toEqual({ type: 'html', html: '<p>short <em>again</em></p>\n' });
});

test('shows a document as plain text when its HTML would be many times as large', async () => {
  const { owner, item } = await writeDocument(filled('<a@b.c'));
  expect(await preview(owner, item.id)).toMatchObject({ type: 'text', is_plain: true });
});

test('discards a rendering of a document that changed meanwhile', async () => {
  const { item } = await writeDocument('short');
  const services = await rendererWith(60_000);
  expect(await documentHtml(services, { id: item.id, markdown: filled('old ') }, null)).toContain('old');
  expect(await storedHtml(item.id)).toEqual([]);
});

test('renders no further long texts for a caller whose texts repeatedly exceeded the time limit', async () => {
  const services = await rendererWith(1, '0.1');
  const { item } = await writeDocument('short');
  const ask = (unit: string, caller: string) =>
    documentHtml(services, { id: item.id, markdown: filled(unit) }, caller);
  expect([await ask('one ', '10.0.0.1'), await ask('two ', '10.0.0.1')]).toEqual([null, null]);
  services.extraction.close();
  const roomy = { ...services, extraction: createExtraction() };
  onTestFinished(() => roomy.extraction.close());
  const third = (caller: string) => documentHtml(roomy, { id: item.id, markdown: filled('three ') }, caller);
  expect(await third('10.0.0.1')).toBeNull();
  expect(await third('10.0.0.2')).toContain('three');
});

test('renders the long texts of a form once for concurrent readers', async () => {
  const services = await rendererWith(60_000);
  let runs = 0;
  const counting = {
    ...services,
    extraction: {
      ...services.extraction,
      renderMarkdown: (texts: readonly string[]) => {
        runs += 1;
        return services.extraction.renderMarkdown(texts);
      },
    },
  };
  const texts = ['**bold**', filled('long ')];
  const all = await Promise.all([1, 2, 3].map(() => renderPageTexts(counting, texts)));
  expect(all.map((html) => html?.[0])).toEqual(Array(3).fill('<p><strong>bold</strong></p>\n'));
  expect((await renderPageTexts(counting, texts))?.[1]).toContain('long long');
  expect(runs).toBe(1);
});

test('renders the short texts of a form once', async () => {
  const rendering = vi.spyOn(MarkdownIt.prototype, 'render');
  onTestFinished(() => rendering.mockRestore());
  const services = await rendererWith(60_000);
  const texts = ['**one**', '*two*'];
  const html = ['<p><strong>one</strong></p>\n', '<p><em>two</em></p>\n'];
  for (let n = 0; n < 3; n += 1) expect(await renderPageTexts(services, texts)).toEqual(html);
  expect(rendering.mock.calls.map(([text]) => text)).toEqual(texts);
});
