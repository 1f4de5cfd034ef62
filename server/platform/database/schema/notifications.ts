import type { Generated, JSONColumnType } from 'kysely';
import type { Json, Time, TimeNow } from './column-types.ts';

/** What people are notified of, and what they chose to be notified of. */
export type NotificationTables = {
  notification: {
    id: string;
    user_id: string;
    hub_id: string;
    event: string;
    actor_id: string | null;
    item_id: string | null;
    post_id: string | null;
    comment_id: string | null;
    space_id: string | null;
    text: Generated<string>;
    place: Generated<string>;
    due: string | null;
    count: Generated<number>;
    created_at: TimeNow;
    read_at: Time | null;
    mailed_at: Time | null;
  };
  /** Of kinds of notifications; under `unchosen` whether those are mailed that are not chosen. */
  notification_setting: { user_id: string; setting: string; choice: 'mail' | 'app' | 'off' };
  /** Documents in which people were mentioned, or are mentioned no more, a moment ago. */
  mention_change: {
    item_id: string;
    before: JSONColumnType<Record<string, string[]>>;
    actors: Json<Record<string, string | null>>;
    created_at: TimeNow;
  };
};
