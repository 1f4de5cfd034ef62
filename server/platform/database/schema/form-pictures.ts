import type { ColumnType } from 'kysely';

/** Pictures on forms. */
export type FormPictureTables = {
  form_picture: {
    id: string;
    form_id: string;
    /** As it was re-encoded, without the original's metadata. */
    file_sha256: string;
    size: number;
    created_by: string;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
};
