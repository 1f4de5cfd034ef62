/** Documents as they are shown: `0057-document-html`. */
export type DocumentTables = {
  document_html: {
    item_id: string;
    content_hash: string;
    html: string | null;
    failures: number;
    again_at: Date | null;
  };
};
