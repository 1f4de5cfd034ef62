import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { ItemRole, Visibility } from '#lib/access/roles.ts';
import type { PassageLocation } from '#lib/text/passage.ts';
import type { ItemKind } from '#lib/text/upload-types.ts';
import type { Json, Time, TimeNow } from './column-types.ts';

/** Items, their files, and their search passages. */
export type ItemTables = {
  file: FileTable;
  item: ItemTable;
  item_grant: ItemGrantTable;
  item_link: ItemLinkTable;
  document_task: DocumentTaskTable;
  document_template: DocumentTemplateTable;
  job: JobTable;
  passage: PassageTable;
  hub_token: HubTokenTable;
  hub_language: HubLanguageTable;
  index_outbox: IndexOutboxTable;
  search_index: SearchIndexTable;
  scope_item_count: ScopeItemCountTable;
  space_usage: SpaceUsageTable;
  item_count_change: ItemCountChangeTable;
};

type FileTable = { sha256: string; size: number; created_at: TimeNow };

type ItemTable = {
  id: string;
  hub_id: string;
  space_id: string;
  scope_id: string;
  parent_id: string | null;
  kind: ItemKind;
  title: string;
  visibility: Generated<Visibility>;
  content: string | null;
  file_sha256: string | null;
  file_name: string | null;
  mime: string | null;
  size: Generated<number>;
  processing_state: Generated<ProcessingState>;
  processing_code: string | null;
  processing_reason: string | null;
  processing_progress: number | null;
  meta: Json<Record<string, unknown>>;
  version: Generated<number>;
  revision: Generated<number>;
  created_by: string;
  updated_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
  trashed_at: Time | null;
  purged_at: Time | null;
  trashed_by: string | null;
  archived_at: Time | null;
  /** Among the folders, or documents, of its folder in the tree; null is behind them, by title. */
  position: number | null;
  /** The document that a file was put into. */
  document_id: string | null;
};

type ItemGrantTable = {
  item_id: string;
  user_id: string;
  role: ItemRole;
  /** Null where the owner took it over themselves. */
  added_by: string | null;
  created_at: TimeNow;
};

/** Open tasks of documents, kept by triggers of their content. `due` is a day, as in 2026-11-27. */
type DocumentTaskTable = {
  item_id: string;
  hub_id: string;
  number: number;
  text: string;
  people: string[];
  due: string | null;
  /** By which lists are ordered: `~` without a day. */
  day: GeneratedAlways<string>;
};

/** The items that a document leads to, kept by triggers of its content. */
type ItemLinkTable = { item_id: string; target_id: string; address: string };

/** Of a hub; `content` is Markdown. */
type DocumentTemplateTable = {
  id: string;
  hub_id: string;
  title: string;
  description: Generated<string>;
  content: string;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
};

type JobTable = {
  id: string;
  hub_id: string;
  item_id: string | null;
  task: string;
  state: Generated<ProcessingState>;
  progress: number | null;
  done: Generated<number>;
  rejected: Generated<number>;
  reason: string | null;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
};

type PassageTable = {
  id: GeneratedAlways<number>;
  item_id: string;
  /** Counts an item's passages from 0; 0 with no location is an item that has only a title. */
  number: number;
  place: JSONColumnType<PassageLocation, string | null, string | null> | null;
  heading: Generated<string>;
  language: string;
  body: string;
  lexemes: string;
};

type HubTokenTable = { hub_id: string; word: string; items: number; in_title: boolean };

type HubLanguageTable = { hub_id: string; language: string; passages: number };

type IndexOutboxTable = {
  id: GeneratedAlways<number>;
  hub_id: string;
  /** Who reads it, by name (`server/platform/indexing/index-source.ts`). */
  kind: string;
  /** The item, or the form. */
  target_id: string;
  /** Rows or submissions of the target; null for the target itself. */
  parts: string[] | null;
  /** The numbers of those rows. */
  numbers: number[] | null;
  /** Comes after what users wait for. */
  bulk: Generated<boolean>;
  /** How far a long one is indexed, in its kind's own terms. */
  progress: string | null;
  failures: Generated<number>;
  not_before: Time | null;
  created_at: TimeNow;
};

/** Of the whole index, in one row. */
type SearchIndexTable = { is_only: Generated<boolean>; lexeme_version: number };

export type ProcessingState = 'queued' | 'running' | 'ready' | 'failed';

/** How many items of a kind are in a scope, neither in the trash nor archived, but for the changes that wait to be merged. */
type ScopeItemCountTable = { scope_id: string; kind: ItemKind; items: number };

/** What a space stores, also in the trash, but for the changes that wait to be merged. */
type SpaceUsageTable = { space_id: string; items: number; bytes: number };

/** Written by triggers, merged by `mergeItemCounts`. */
type ItemCountChangeTable = {
  id: GeneratedAlways<number>;
  scope_id: string;
  space_id: string;
  kind: ItemKind;
  listed: number;
  stored: number;
  bytes: number;
};
