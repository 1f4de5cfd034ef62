import type { ColumnType } from 'kysely';

type TimeNow = ColumnType<Date, Date | string | undefined, Date | string>;

/** What a person keeps at hand: `0046-space-shortcuts`. */
export type SpaceShortcutTables = {
  favourite_space: { user_id: string; space_id: string; position: number };
  space_visit: { user_id: string; space_id: string; visited_at: TimeNow };
};
