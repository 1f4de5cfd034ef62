/** Documents as they are shown (`0057-document-html`), words of deleted ones and repeated acts (until `0059`). */
export type DocumentTables = {
  audit_repeat: { key: string; hub_id: string; count: number; ends_at: Date; event: unknown };
  trashed_readers: { item_id: string; principals: string[] };
  deleted_word: { hub_id: string; word: string };
  document_html: {
    item_id: string;
    content_hash: string;
    html: string | null;
    failures: number;
    again_at: Date | null;
  };
};
