import { sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';

/** A space with one caller's access to it. */
export type SpaceView = {
  id: string;
  hub_id: string;
  scope_id: string;
  slug: string;
  name: string;
  description: string;
  visibility: Visibility;
  default_role: 'viewer' | 'commenter' | 'editor';
  created_at: Date;
  updated_at: Date;
  archived_at: Date | null;
  revision: number;
  rank: number | null;
};

/** The columns of a `SpaceView` but for its rank. */
export const SPACE_COLUMNS = sql.raw(
  `space.id, space.hub_id, space.scope_id, space.slug, space.name, space.description, space.visibility,
   space.default_role, space.created_at, space.updated_at, space.archived_at, space.revision`,
);
