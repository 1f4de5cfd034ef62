import { sql } from 'kysely';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { type ItemView, itemById } from './item.repo.ts';

/** The distance of positions that are assigned: so often something is put between two of them before they are again. */
const GAP = 1_024;
/** The greatest number that the database stores as one. */
const GREATEST = 2 ** 31 - 1;

type Sibling = { id: string; position: number | null };

type Ordered = Pick<ItemView, 'id' | 'space_id' | 'parent_id' | 'kind'>;

/** With those in the trash that have a position: they keep their place between the others until they return. */
const levelOf = ({ space_id, parent_id, kind }: Ordered) =>
  sql`space_id = ${space_id} and parent_id is not distinct from ${parent_id}::uuid
    and (trashed_at is null or position is not null and purged_at is null)
    and kind in ('folder', 'document') and (kind = 'folder') = ${kind === 'folder'}`;

/** Of two orders of one space, the second finds what the first wrote. Before any other lock. */
export async function lockOrder(trx: Transaction, spaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order ${spaceId}`}, 0))`.execute(trx);
}

/** The numbers that change where an item is put at an index among its siblings. */
export function positionsAfter(siblings: readonly Sibling[], id: string, index: number): Map<string, number> {
  const before = siblings[index - 1];
  const after = siblings[index];
  const from = before ? before.position : 0;
  // Those without a position are behind all others: only what comes before has to have one.
  const to = after?.position ?? (from ?? 0) + 2 * GAP;
  if (from !== null && to - from >= 2 && to <= GREATEST) return new Map([[id, Math.floor((from + to) / 2)]]);
  const line = siblings.toSpliced(index, 0, { id, position: null });
  const last = Math.max(
    index,
    line.findLastIndex(({ position }) => position !== null),
  );
  return new Map(
    line.slice(0, last + 1).flatMap((one, at): [string, number][] => {
      const position = (at + 1) * GAP;
      return one.position === position ? [] : [[one.id, position]];
    }),
  );
}

/** The others of an item's level in their order, locked in the order of ids, as all that lock several items. */
async function lockSiblings(trx: Transaction, item: Ordered): Promise<Sibling[]> {
  await sql`select from item where ${levelOf(item)} order by id for no key update`.execute(trx);
  const { rows } =
    await sql<Sibling>`select id, position from item where ${levelOf(item)} and id <> ${item.id}
    order by position nulls last, title collate natural_order, id`.execute(trx);
  return rows;
}

async function writePositions(trx: Transaction, positions: ReadonlyMap<string, number>): Promise<void> {
  await sql`update item set position = changed.position
    from unnest(${[...positions.keys()]}::uuid[], ${[...positions.values()]}::int[]) as changed (id, position)
    where item.id = changed.id`.execute(trx);
}

/**
 * Puts an item before another one of its folder in the tree, or behind all others.
 * @throws ApiError 422 where the other one isn't there, or not for this person, or is a folder beside documents
 */
export async function placeItem(
  trx: Transaction,
  caller: SignedIn,
  item: ItemView,
  before: string | null,
): Promise<void> {
  const rows = await lockSiblings(trx, item);
  const index = before === null ? rows.length : rows.findIndex(({ id }) => id === before);
  const next = before === null ? null : await itemById(trx, caller, before);
  const isSeen = next === null || (next?.rank && !next.trashed_at);
  if (index < 0 || !isSeen)
    throw invalid({
      before: ['Choose a document for a document, or a folder for a folder, of the same folder.'],
    });
  await writePositions(trx, positionsAfter(rows, item.id, index));
}

/**
 * Puts a copy behind its original, where that lies in the same folder and somebody ordered that; elsewhere it is there by
 * its title.
 */
export async function placeBehind(trx: Transaction, copy: Ordered, original: string): Promise<void> {
  if (copy.kind !== 'folder' && copy.kind !== 'document') return;
  const ordered = await sql`select from item where ${levelOf(copy)} and position is not null limit 1`.execute(
    trx,
  );
  if (ordered.rows.length === 0) return;
  const rows = await lockSiblings(trx, copy);
  const at = rows.findIndex(({ id }) => id === original);
  if (at >= 0) await writePositions(trx, positionsAfter(rows, copy.id, at + 1));
}
