import { sql } from 'kysely';
import { SchedulerTimeout } from '#server/platform/database/fair-scheduler.ts';
import type { Services } from '#server/platform/services.ts';
import { RecentHtml } from './recent-html.ts';
import { INLINE_RENDER_LENGTH, renderCacheName, renderTexts } from './render-texts.ts';

/** How often a text that could not be rendered is retried, after growing pauses: 1, 8, 64 … minutes. */
const MOST_FAILURES = 6;
/** Characters of HTML of short documents that this process remembers, of those that were read last. */
const REMEMBERED = 2_000_000;

type Needed = Pick<Services, 'config' | 'database' | 'extraction' | 'log'>;

type Document = { id: string; markdown: string };

/** Short documents, each separately: response times must not reveal that somebody else has the same text. */
const recent = new RecentHtml<string>(REMEMBERED);

/** Documents that are being rendered now, by the process that does it. */
const underway = new WeakMap<Services['extraction'], Map<string, Promise<string | null>>>();

/**
 * A document's Markdown as HTML; null where it can't be rendered within the limits. It is rendered once for
 * each content: a short one is cached for a while, one that took a process is stored with the document; a
 * failure too, which is retried after growing pauses.
 * @param caller an account or an address; null for the author who has just written it
 */
export async function documentHtml(
  services: Needed,
  { id, markdown }: Document,
  caller: string | null,
): Promise<string | null> {
  const name = renderCacheName([markdown]);
  if (markdown.length <= INLINE_RENDER_LENGTH) return shortHtml(services, { id, markdown, name }, caller);
  const known = await storedHtml(services, id, name);
  if (known !== undefined) return known;
  const own = underway.get(services.extraction) ?? new Map<string, Promise<string | null>>();
  underway.set(services.extraction, own);
  const key = `${id} ${name}`;
  const other = own.get(key);
  if (other) return other;
  const rendering = renderAndStore(services, { id, markdown, name }, caller).finally(() => own.delete(key));
  own.set(key, rendering);
  return rendering;
}

async function shortHtml(
  services: Needed,
  { id, markdown, name }: Document & { name: string },
  caller: string | null,
): Promise<string | null> {
  const key = `${id} ${name}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const html = (await renderTexts(services, [markdown], caller, 'document')).html?.[0] ?? null;
  if (html !== null) recent.set(key, html, key.length + html.length);
  return html;
}

/** Renders a document that was just written, so that its first reader need not wait; never throws. */
export async function prepareDocumentHtml(services: Needed, document: Document): Promise<void> {
  if (document.markdown.length <= INLINE_RENDER_LENGTH) return;
  try {
    await documentHtml(services, document, null);
  } catch (error) {
    // It is rendered when it is read.
    if (!(error instanceof SchedulerTimeout))
      services.log.warn({ err: error }, 'a document was not rendered');
  }
}

/** The stored result for this content: undefined where it has to be rendered (again). */
async function storedHtml(
  { database }: Needed,
  itemId: string,
  name: string,
): Promise<string | null | undefined> {
  const row = await database
    .selectFrom('document_html')
    .select(['html', sql<boolean>`again_at is null or again_at > now()`.as('is_valid')])
    .where('item_id', '=', itemId)
    .where('content_hash', '=', name)
    .executeTakeFirst();
  return row?.is_valid ? row.html : undefined;
}

async function renderAndStore(
  services: Needed,
  { id, markdown, name }: Document & { name: string },
  caller: string | null,
): Promise<string | null> {
  const { html, isLasting } = await renderTexts(services, [markdown], caller, 'document');
  const first = html?.[0] ?? null;
  if (!isLasting) return first;
  try {
    await storeHtml(services, { id, markdown, name }, first);
  } catch (error) {
    // It was rendered, and is read all the same; the next reader has it rendered again.
    services.log.warn({ err: error }, 'the HTML of a document was not stored');
  }
  return first;
}

async function storeHtml(
  { database }: Needed,
  { id, markdown, name }: Document & { name: string },
  html: string | null,
): Promise<void> {
  const failures = html === null ? 1 : 0;
  // Only while it is the document's content: a newer content that was saved meanwhile wins, and a deleted
  // item has none.
  await sql`
    insert into document_html as stored (item_id, content_hash, html, failures, again_at)
    select id, ${name}, ${html}, ${failures}::int, ${failures === 0 ? null : sql`now() + interval '1 minute'`}
    from item where id = ${id} and content = ${markdown}
    on conflict (item_id) do update set
      content_hash = excluded.content_hash, html = excluded.html,
      failures = case when excluded.html is not null then 0
        when stored.content_hash = excluded.content_hash then least(stored.failures + 1, ${MOST_FAILURES}::int) else 1 end,
      again_at = case when excluded.html is null then now() + interval '1 minute' * power(8, least(
        case when stored.content_hash = excluded.content_hash then stored.failures else 0 end, ${MOST_FAILURES}::int)) end`.execute(
    database,
  );
}
