import type { JSONColumnType } from 'kysely';
import type { TimeNow } from './column-types.ts';

/** Tables that answers of forms are written into. */
export type FormDestinationTables = {
  form_destination: {
    form_id: string;
    item_id: string;
    mapping: JSONColumnType<Record<string, string>, string, string>;
    match_field: string | null;
    set_by: string | null;
    set_at: TimeNow;
  };
  submission_row: {
    submission_id: string;
    form_id: string;
    item_id: string;
    row_id: string | null;
    problems: JSONColumnType<Record<string, string[]>, string | null, string | null> | null;
    written_at: TimeNow;
  };
};
