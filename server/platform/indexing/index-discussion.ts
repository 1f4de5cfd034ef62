import { sql } from 'kysely';
import { plainMarkdown } from '#lib/text/plain-markdown.ts';
import { tokenizeText } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { hubLanguage } from './hub-language.ts';
import { detectLanguage } from './language.ts';
import { passageLexemes } from './lexemes.ts';
import { plainText } from './passage-text.ts';
import { createPauses } from './pauses.ts';
import { stemsByLanguage, tokenizePassage } from './prepare-items.ts';

/** The most that is indexed of a comment or a post, in UTF-16 units. */
const TEXT_MAX = 20_000;

/** A comment, or a post with its title, as it is written now. */
export type DiscussionText = {
  kind: 'comment' | 'post';
  id: string;
  hub_id: string;
  space_id: string;
  /** Of a post; null for a comment, which is found by its text alone. */
  title: string | null;
  /** Markdown. */
  body: string;
};

/** The index row of a comment or a post. */
export type PreparedDiscussionText = Pick<DiscussionText, 'kind' | 'id' | 'hub_id'> & {
  body: string;
  lexemes: string;
};

/** Computes by what comments and posts of one hub are found: their words in the language of each, without Markdown's signs. */
export async function prepareDiscussionTexts(
  database: Database,
  texts: readonly DiscussionText[],
  signal?: AbortSignal,
): Promise<PreparedDiscussionText[]> {
  const [first] = texts;
  if (!first) return [];
  const pause = createPauses(signal);
  const usual = await hubLanguage(database, first.hub_id);
  const drafts = [];
  for (const text of texts) {
    await pause();
    const body = plainText(plainMarkdown(text.body).text).slice(0, TEXT_MAX).toWellFormed().trim();
    const title = text.title === null ? null : tokenizeText(plainText(text.title));
    const language = (await detectLanguage(body, null)) ?? usual;
    drafts.push({ text, language, ...tokenizePassage(title, { heading: '', body }) });
  }
  const stems = await stemsByLanguage(database, drafts);
  const prepared: PreparedDiscussionText[] = [];
  for (const { text, language, title, heading, body } of drafts) {
    await pause();
    const { kind, id, hub_id, space_id } = text;
    const about = { hubId: hub_id, spaceId: space_id, kind, title, heading, body };
    const lexemes = passageLexemes(about, stems.get(language) ?? new Map());
    prepared.push({ kind, id, hub_id, body: body.text, lexemes });
  }
  return prepared;
}

/**
 * Indexes comments and posts in place of what was indexed before; those that were deleted meanwhile are skipped.
 * @returns the ids that somebody has locked, which are to be tried again
 */
export async function writeDiscussionTexts(
  trx: Transaction,
  prepared: readonly PreparedDiscussionText[],
): Promise<ReadonlySet<string>> {
  const left = new Set<string>();
  for (const kind of ['comment', 'post'] as const) {
    const rows = prepared.filter((one) => one.kind === kind);
    for (const id of await writeKind(trx, kind, rows)) left.add(id);
  }
  return left;
}

async function writeKind(
  trx: Transaction,
  kind: 'comment' | 'post',
  rows: readonly PreparedDiscussionText[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const table = sql.table(kind);
  const key = sql.id(`${kind}_id`);
  // Nobody waits for the indexer, and it waits for nobody.
  const { rows: locked } = await sql<{ id: string }>`
    select id from ${table} where id = any(${ids}::uuid[]) ${kind === 'comment' ? sql`and deleted_at is null` : sql``}
    order by id for key share skip locked`.execute(trx);
  const free = new Set(locked.map(({ id }) => id));
  await sql`insert into discussion_passage (hub_id, ${key}, body, lexemes)
    select one.hub_id, one.id, one.body, one.lexemes::tsvector
    from json_to_recordset(${JSON.stringify(rows.filter(({ id }) => free.has(id)))}::json)
      as one (hub_id uuid, id uuid, body text, lexemes text)
    on conflict (${key}) where ${key} is not null
      do update set body = excluded.body, lexemes = excluded.lexemes`.execute(trx);
  if (free.size === ids.length) return [];
  const { rows: existing } = await sql<{ id: string }>`
    select id from ${table} where id = any(${ids}::uuid[]) ${kind === 'comment' ? sql`and deleted_at is null` : sql``}`.execute(
    trx,
  );
  return existing.map(({ id }) => id).filter((id) => !free.has(id));
}
