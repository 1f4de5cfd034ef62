import type { TimeNow } from './column-types.ts';

/** Spaces and items that a person starred, and spaces that they opened last. */
export type SpaceShortcutTables = {
  favourite_space: { user_id: string; space_id: string; position: number };
  favourite_item: { user_id: string; item_id: string; position: number };
  space_visit: { user_id: string; space_id: string; visited_at: TimeNow };
};
