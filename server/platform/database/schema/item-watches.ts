import type { Generated } from 'kysely';
import type { TimeNow } from './column-types.ts';

/** Items that people watch, and who wants no mail about them. */
export type ItemWatchTables = {
  item_watch: {
    user_id: string;
    item_id: string;
    created_at: TimeNow;
    seen_at: Generated<Date>;
    mailed_at: Generated<Date>;
  };
  watch_mail_off: { user_id: string };
};
