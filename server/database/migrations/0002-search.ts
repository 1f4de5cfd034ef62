import { type Kysely, sql } from 'kysely';

/** What search finds: passages of items, the words of each hub, the languages that its items are written in. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // An item's first passages carry its title too, so that one row can hold a word of the title and one of the text.
  // The vector's lexemes are made by server/search (see docs/decisions): the rank reads it whole for every candidate,
  // so it stays in the row and the text, which is read for the page shown alone, moves out.
  `create table passage (
    id bigint generated always as identity primary key,
    item_id uuid not null references item on delete cascade,
    number integer not null,
    place jsonb,
    heading text not null default '',
    language text not null,
    body text not null,
    lexemes tsvector not null
  ) with (toast_tuple_target = 4080, autovacuum_vacuum_insert_scale_factor = 0.05)`,
  'alter table passage alter column lexemes set storage main',
  'create unique index passage_item on passage (item_id, number)',
  // A list of pending entries would be gone through by every search, many times over.
  'create index passage_lexemes on passage using gin (lexemes) with (fastupdate = off)',
  // The commonest lexemes of a hub decide how a query is planned: more of them than usual are counted.
  'alter table passage alter column lexemes set statistics 500',

  // Words as they were written (folded), for what is typed by half or wrong. Counts are estimates.
  `create table hub_word (
    hub_id uuid not null references hub on delete cascade,
    word text collate "C" not null,
    items real not null,
    in_title boolean not null,
    primary key (hub_id, word)
  ) with (fillfactor = 80)`,
  'create index hub_word_alike on hub_word using gin (hub_id, word gin_trgm_ops) with (fastupdate = off)',

  `create table hub_language (
    hub_id uuid not null references hub on delete cascade,
    language text not null,
    passages bigint not null,
    primary key (hub_id, language)
  )`,
];
