import { sql } from 'kysely';
import { authorizeDiscussion, mayDiscuss } from '#server/access/policy/discussion-policy.ts';
import { discussedItem } from '#server/items/discussions/comments/comment.repo.ts';
import { discussedSpace } from '#server/items/discussions/posts/post.repo.ts';
import type { ImportRun } from '#server/items/imports/import-target.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { spaceOfHub } from '#server/spaces/space/space.repo.ts';

/** Where the importer may write now, and where its pictures belong. */
export type DiscussionTarget = {
  scopeId: string;
  pictures: { item: string } | { space: string };
  /** Whether they may pin and lock. */
  moderates: boolean;
};

/** What a check returns; null where it refuses. */
function unlessRefused<Checked>(check: () => Checked): Checked | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** The discussions of the space; null where the importer may not write in them. */
export async function spacePlace(trx: Transaction, run: ImportRun): Promise<DiscussionTarget | null> {
  const { reading, importer } = run;
  const found = await spaceOfHub(trx, reading.hub_id, {
    slug: reading.space_slug,
    userId: importer.user.id,
  });
  const space = await discussedSpace(trx, importer, found);
  const allowed = unlessRefused(() => authorizeDiscussion(space, 'discussion.write', 'This space'));
  return (
    allowed && {
      scopeId: allowed.scope_id,
      pictures: { space: reading.space_id },
      moderates: mayDiscuss(allowed, 'discussion.moderate'),
    }
  );
}

/** The items among these on which the importer may comment. */
export async function placesOfItems(
  trx: Transaction,
  { importer }: ImportRun,
  ids: readonly string[],
): Promise<Map<string, DiscussionTarget>> {
  const places = new Map<string, DiscussionTarget>();
  for (const id of ids) {
    const item = await discussedItem(trx, importer, await itemById(trx, importer, id));
    const allowed = unlessRefused(() => authorizeDiscussion(item, 'discussion.write'));
    if (allowed)
      places.set(id, {
        ...{ scopeId: allowed.scope_id, pictures: { item: id } },
        moderates: mayDiscuss(allowed, 'discussion.moderate'),
      });
  }
  return places;
}

/** The posts among these that are here and take replies of the importer: locked ones of those who may unlock them. */
export async function postsHere(
  trx: Transaction,
  run: ImportRun,
  ids: readonly string[],
): Promise<Map<string, DiscussionTarget>> {
  const space = ids.length > 0 ? await spacePlace(trx, run) : null;
  if (!space) return new Map();
  const { rows } = await sql<{ id: string }>`
    select id from post where id = any(${ids}::uuid[]) and space_id = ${run.reading.space_id} and trashed_at is null
      and (locked_at is null or ${space.moderates})`.execute(trx);
  return new Map(rows.map(({ id }) => [id, space]));
}
