import { spaceOperations } from '#lib/access/operations.ts';
import type { Space } from '#lib/contract/space.ts';
import { spaceRole } from '#server/access/policy/space-policy.ts';
import type { SpaceCounts, SpaceView } from './space.repo.ts';

/** A space as in the contract, with what the caller may do and see in it. */
export function presentSpace(space: SpaceView, counts: SpaceCounts): Space {
  const role = spaceRole(space);
  const kinds = Object.entries(counts.kinds).filter(([kind]) => kind !== 'folder');
  return {
    id: space.id,
    slug: space.slug,
    name: space.name,
    description: space.description,
    visibility: space.visibility,
    default_role: space.default_role,
    my_role: role,
    allowed: spaceOperations(role, space.archived_at !== null),
    counts: {
      items: kinds.reduce((sum, [, count]) => sum + count, 0),
      kinds: counts.kinds,
      forms: counts.forms,
    },
    archived_at: space.archived_at?.toISOString() ?? null,
    created_at: space.created_at.toISOString(),
    updated_at: space.updated_at.toISOString(),
    revision: space.revision,
  };
}
