/** Documents as they are shown (`0057-document-html`), and words of deleted ones (`0058-deleted-words`). */
export type DocumentTables = {
  deleted_word: { hub_id: string; word: string };
  document_html: {
    item_id: string;
    content_hash: string;
    html: string | null;
    failures: number;
    again_at: Date | null;
  };
};
