import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { withinTime } from '#server/platform/database/within-time.ts';
import {
  bandsOf,
  batchOf,
  excludeShown,
  excludeSlots,
  requiredSlots,
  type SearchCandidate,
} from './candidates.ts';
import { matchedSlots, rankColumns, rankedItems } from './rank.ts';
import { itemConditions, type ReadableSpaces, readableScopes, scopeTsQueries } from './readable-spaces.ts';
import type { EngineRequest } from './search-engine.ts';
import {
  andQuery,
  bandedQueries,
  estimatedItems,
  partialSlots,
  type Slot,
  type SlotPart,
  slotQuery,
} from './slots.ts';

/** A word that fewer have finds more: the words of a long query that are looked for each by itself. */
const PARTIAL_SLOTS_MAX = 12;
/** Passages that are read for all of them, and for one at most and at least. */
const READ_PARTIAL = 800;
const READ_SLOT_MAX = 300;
const READ_SLOT_MIN = 60;
/** Passages of a word that too many have to read all: those where it counts most. */
const READ_COMMON_MAX = 80;
/** Of a text without blanks, an item needs this share of its pairs of characters. */
const PAIRS_SHARE = 0.34;

/** Pairs with any marks are prefixes, for which the index merges the lists of all words of the server that begin so. */
const ANY_MARKS_MS = 300;

type Slots = { wanted: readonly Slot[]; excluded: readonly Slot[]; passages: number };

/**
 * Items that have some of the wanted slots, wherever they are; first those that have all of them: a word here,
 * another there; what is quoted is always required. Marks count as typed where reading any takes too long.
 */
export async function partialMatches(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: Slots,
  limit: number,
): Promise<SearchCandidate[]> {
  const required = requiredSlots(slots.wanted);
  const typed = partialSlots(required);
  const any = partialSlots(required, 'any');
  const isSame = any.every(({ slot }, at) => slot.steps[0] === typed[at]?.slot.steps[0]);
  const read = (from: Database | Transaction, parts: readonly SlotPart[]) =>
    readParts(from, request, readable, slots, { parts: rarestParts(parts), limit });
  const found = isSame ? null : await withinTime(database, ANY_MARKS_MS, (trx) => read(trx, any));
  return found ?? read(database, typed);
}

async function readParts(
  database: Database | Transaction,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: Slots,
  { parts, limit: wanted }: { parts: readonly SlotPart[]; limit: number },
): Promise<SearchCandidate[]> {
  const required = requiredSlots(slots.wanted);
  const also = scopeTsQueries(request, readable);
  const most = Math.min(READ_SLOT_MAX, Math.max(READ_SLOT_MIN, Math.floor(READ_PARTIAL / parts.length)));
  const quoted = required.filter((slot) => slot.quoted);
  const filter = quoted.length > 0 ? sql`and ${hasQuoted(quoted)}` : sql``;
  const reads = parts.map(({ slot }) => {
    const whole = andQuery([slotQuery(slot, { begun: true }), ...also]);
    const isRare =
      slot.steps.some(({ prefix }) => prefix) ||
      slot.steps.length > 1 ||
      (slot.items > 0 && estimatedItems(slot) <= most);
    const limit = sql.lit(isRare ? most : Math.min(most, READ_COMMON_MAX));
    return sql`(
      select one.* from ${bandsOf(isRare ? [whole] : bandedQueries([slot], also))}
      cross join lateral (
        select ${READ_COLUMNS} from passage p join item i on i.id = p.item_id
        where p.lexemes @@ band.query and ${itemConditions(request)} ${filter} ${excludeSlots(slots.excluded)} ${excludeShown(request)}
        limit ${limit}
      ) as one limit ${limit}
    )`;
  });
  const scored = parts.map(({ slot }) => slot);
  const { rows } = await sql<SearchCandidate>`
    with ${readableScopes(request)}, candidate as materialized (
      select true as exact, ${rankColumns(request, scored)}
      from (select distinct on (id) * from (${sql.join(reads, sql` union all `)}) as read order by id) as p
        cross join lateral (select p.kind, p.title, p.updated_at) as i
    ), ${rankedItems(scored, slots.passages, matchedParts(parts))}
    select item_id, passage_id, score, matched from ranked where matched > 0
    order by matched desc, score desc, item_id desc limit ${sql.lit(batchOf(wanted))}`.execute(database);
  return rows.slice(0, wanted);
}

/** What {@link rankColumns} reads of a passage and its item: fetched once, with the check of the reader's rights. */
const READ_COLUMNS = sql`p.id, p.item_id, p.number, p.language, p.lexemes, i.kind, i.title, i.updated_at`;

/** The parts that fewest items have; of those whose number is unknown the first. */
function rarestParts(parts: readonly SlotPart[]): SlotPart[] {
  if (parts.length <= PARTIAL_SLOTS_MAX) return [...parts];
  const rarest = [...parts]
    .sort((one, other) => estimatedItems(one.slot) - estimatedItems(other.slot))
    .slice(0, PARTIAL_SLOTS_MAX);
  return parts.filter((part) => rarest.includes(part));
}

/** Whether an item has every quoted slot in one of its passages. */
function hasQuoted(quoted: readonly Slot[]): RawBuilder<unknown> {
  const each = quoted.map(
    (slot) => sql`exists (
      select from passage other where other.item_id = i.id and ts_match_vq(other.lexemes, ${slotQuery(slot)}::tsquery)
    )`,
  );
  return sql.join(each, sql` and `);
}

/** 2 where an item has all of the slots, 1 where it has enough of one of them, else 0. */
function matchedParts(parts: readonly SlotPart[]): RawBuilder<number> {
  const bySlot = new Map<number, number[]>();
  for (const [index, { of }] of parts.entries()) bySlot.set(of, [...(bySlot.get(of) ?? []), index]);
  const enough = [...bySlot.values()].map(
    (indexes) =>
      sql`${matchedSlots(indexes)} >= ${sql.lit(Math.max(1, Math.floor(indexes.length * PAIRS_SHARE)))}`,
  );
  const all = sql`${matchedSlots(parts.map((_, index) => index))} = ${sql.lit(parts.length)}`;
  return sql<number>`case when ${all} then 2 when ${sql.join(enough, sql` or `)} then 1 else 0 end`;
}
