import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/**
 * Rendered documents, vocabulary of deleted ones, readers before the trash, and repeated actions of the audit
 * log.
 */
export type DocumentTables = {
  audit_repeat: {
    key: string;
    hub_id: string;
    count: Generated<number>;
    ends_at: Date;
    event: JSONColumnType<object, string, string>;
  };
  trashed_readers: { item_id: string; principals: string[] };
  pending_folder_restore: { folder_id: string; moment: Date; root_id: string };
  pending_folder_scope: { folder_id: string; root_id: string };
  deleted_token: { hub_id: string; word: string };
  document_html: {
    item_id: string;
    content_hash: string;
    html: string | null;
    failures: Generated<number>;
    again_at: Date | null;
  };
  document_state: {
    item_id: string;
    state: Buffer;
    generation: Generated<number>;
    document: JSONColumnType<object, string, string>;
  };
  document_update: {
    id: GeneratedAlways<number>;
    item_id: string;
    content: Buffer;
    user_id: string | null;
    created_at: Generated<Date>;
  };
  document_writer: { item_id: string; user_id: string; process_id: string; seen_at: Generated<Date> };
  document_import: {
    job_id: string;
    space_id: string;
    parent_id: string | null;
    source: string;
    file_name: string;
    /** Null once it is read. */
    file_sha256: string | null;
    is_planned: Generated<boolean>;
    /** What it does with documents that are here already; one that is planned waits for the choice. */
    existing: Generated<'update' | 'add' | 'choose'>;
  };
  document_import_file: {
    job_id: string;
    position: number;
    path: string;
    kind: 'folder' | 'document' | 'file';
    title: string;
    folder: number | null;
    item_id: string;
    created_at: Date | null;
    updated_at: Date | null;
    /** Null until it was written. */
    status: 'imported' | 'changed' | 'failed' | null;
    reason: string | null;
  };
  item_copy: {
    job_id: string;
    original_id: string;
    copy_id: string;
    space_id: string;
    parent_id: string | null;
    title: string;
    /** Null until it is planned. */
    items: number | null;
  };
  item_copy_row: {
    job_id: string;
    position: number;
    depth: number;
    original_id: string;
    item_id: string;
    parent_id: string | null;
    /** Null until it is written; false where its original no longer exists by then. */
    is_copied: boolean | null;
  };
  import_source: {
    item_id: string;
    space_id: string;
    source: string;
    path: string;
    sha256: string;
    markdown: string | null;
    /** Whether the earlier versions of its source are here. */
    has_versions: Generated<boolean>;
  };
  document_version: {
    item_id: string;
    number: number;
    markdown: string;
    name: string | null;
    created_by: string | null;
    /** Authors of an imported version who have no account here, by name. */
    imported_authors: Generated<string[]>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  document_version_author: {
    item_id: string;
    number: number;
    user_id: string;
    has_written: boolean;
  };
};
