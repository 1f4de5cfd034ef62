import type { ColumnType } from 'kysely';

/** Pictures that stand on forms. */
export type FormPictureTables = {
  form_picture: {
    id: string;
    form_id: string;
    /** As it was drawn anew, without what the original told beside its pixels. */
    file_sha256: string;
    size: number;
    created_by: string;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
};
