import type { TimeNow } from './column-types.ts';

/** Spaces that a person starred or opened last. */
export type SpaceShortcutTables = {
  favourite_space: { user_id: string; space_id: string; position: number };
  space_visit: { user_id: string; space_id: string; visited_at: TimeNow };
};
