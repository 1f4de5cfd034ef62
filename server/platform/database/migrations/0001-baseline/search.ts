/** What search finds: passages of items, forms and submissions, and each hub's vocabulary and languages. */
export const search = [
  // An item's first passages carry its title too, so that one row can match a word of the title and one of the text.
  // The lexemes are made by the app (docs/decisions/0008). Ranking reads them for every candidate, so they stay in the
  // row; the text, which is read for the page shown alone, moves out.
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
  // The commonest lexemes of a hub decide how a query is planned: more of them than usual are counted.
  'alter table passage alter column lexemes set statistics 500',
  'create unique index passage_item on passage (item_id, number)',
  // A list of pending entries would be scanned by every search, many times over.
  'create index passage_lexemes on passage using gin (lexemes) with (fastupdate = off)',

  // Words as they were written (folded), to complete what is being typed and to correct what is misspelt. Counts are
  // estimates.
  `create table hub_word (
    hub_id uuid not null references hub on delete cascade,
    word text collate "C" not null,
    items real not null,
    in_title boolean not null,
    primary key (hub_id, word)
  ) with (fillfactor = 80)`,
  'create index hub_word_alike on hub_word using gin (hub_id, word gin_trgm_ops) with (fastupdate = off)',
  // Words of texts that were deleted for good: whether anything else has them is looked up after the deletion.
  `create table deleted_word (
    hub_id uuid not null references hub on delete cascade,
    word text collate "C" not null,
    primary key (hub_id, word)
  )`,

  `create table hub_language (
    hub_id uuid not null references hub on delete cascade,
    language text not null,
    passages bigint not null,
    primary key (hub_id, language)
  )`,

  // Permissions are asked of the form, in the query itself.
  `create table form_passage (
    id bigint generated always as identity primary key,
    hub_id uuid not null references hub on delete cascade,
    form_id uuid not null references form on delete cascade,
    -- Null for the form itself.
    submission_id uuid references submission on delete cascade,
    body text not null,
    lexemes tsvector not null
  )`,
  'create unique index form_passage_of_form on form_passage (form_id) where submission_id is null',
  'create unique index form_passage_of_submission on form_passage (submission_id) where submission_id is not null',
  // The lexemes of new submissions wait to be merged together, as in submission_words.
  `create index form_passage_lexemes on form_passage using gin (lexemes)
    with (fastupdate = on, gin_pending_list_limit = 1024)`,
  // Up to which submission a form's submissions are indexed; those after it follow soon.
  `create table answer_index (
    form_id uuid primary key references form on delete cascade,
    indexed_to uuid not null
  )`,
];
