import type { ColumnType } from 'kysely';

/** Files for a submission that are sent in several requests. */
export type FormUploadTables = {
  form_upload: {
    id: string;
    form_id: string;
    field_id: string;
    name: string;
    size: number;
    sender_hash: Buffer | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
};
