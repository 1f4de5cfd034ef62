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
  restoring_folder: { folder_id: string; moment: Date; root_id: string };
  separating_folder: { folder_id: string; root_id: string };
  deleted_word: { hub_id: string; word: string };
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
  document_version: {
    item_id: string;
    number: number;
    markdown: string;
    name: string | null;
    created_by: string | null;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
};
