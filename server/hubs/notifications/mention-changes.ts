import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { type DocumentMention, describeMention, mayMention, mentionsIn } from './document-mentions.ts';
import { notify, type Recipient } from './notify.ts';

export const NOTIFY_MENTIONED = 'notify-mentioned';

/** Who is mentioned and not any more within this time is not notified, nor of what was only moved, in milliseconds. */
const SETTLES_MS = 8_000;

/** Digests of the lines that mention somebody, by kind and person. */
type Places = Record<string, string[]>;

const keyOf = ({ kind, userId }: DocumentMention): string => `${kind} ${userId}`;
const digestOf = ({ line }: DocumentMention): string =>
  createHash('sha256').update(line).digest('base64url').slice(0, 8);

function placesOf(mentions: readonly DocumentMention[]): Places {
  const places: Places = {};
  for (const mention of mentions) {
    const lines = places[keyOf(mention)] ?? [];
    lines.push(digestOf(mention));
    places[keyOf(mention)] = lines;
  }
  return places;
}

/** The digests of `lines` that are not among others, each as often as it is more often. */
function beyond(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What a document has in the database, where that may mention anybody; else an empty text. */
export async function contentWithMentions(trx: Transaction, itemId: string): Promise<string> {
  const { rows } = await sql<{ content: string }>`select content from item
    where id = ${itemId} and strpos(content, '](user:') > 0`.execute(trx);
  return rows[0]?.content ?? '';
}

/** A document's text before and after a change. */
export type DocumentChange = {
  itemId: string;
  hubId: string;
  before: string;
  after: string;
  /** Who wrote it, the last one last. */
  authors: readonly string[];
  /** Nobody is notified of what it adds: a version that was restored, an import. */
  isQuiet: boolean;
};

/**
 * Notes where a document mentions more or fewer people than before, to notify them once that settles. Costs one look at
 * each text where neither mentions anybody, and writes nothing unless the mentions have changed.
 */
export async function noteMentions(
  trx: Transaction,
  { jobs }: Pick<Services, 'jobs'>,
  { itemId, hubId, before, after, authors, isQuiet }: DocumentChange,
): Promise<void> {
  if (!mayMention(before) && !mayMention(after)) return;
  const [old, now] = [placesOf(mentionsIn(before)), placesOf(mentionsIn(after))];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = keys.filter((key) => old[key]?.length !== now[key]?.length);
  if (changed.length === 0) return;
  if (isQuiet) return skipMentions(trx, itemId, old, now);
  const actors: Record<string, string | null> = {};
  for (const key of changed) {
    if ((now[key]?.length ?? 0) < (old[key]?.length ?? 0)) continue;
    // Anybody who writes at the same time as the person that is mentioned.
    const others = authors.filter((author) => !key.endsWith(author));
    actors[key] = others.at(-1) ?? authors.at(-1) ?? null;
  }
  await sql`insert into mention_change (item_id, before, actors)
    values (${itemId}, ${JSON.stringify(old)}, ${JSON.stringify(actors)})
    on conflict (item_id) do update set actors = mention_change.actors || excluded.actors`.execute(trx);
  await jobs.add(
    NOTIFY_MENTIONED,
    { item: itemId },
    {
      key: `${NOTIFY_MENTIONED} ${itemId}`,
      at: new Date(Date.now() + SETTLES_MS),
      tenant: hubTenant(hubId),
      transaction: trx,
    },
  );
}

/** Counts what a quiet change adds as if it had been there before those that are being waited for. */
async function skipMentions(trx: Transaction, itemId: string, old: Places, now: Places): Promise<void> {
  const { rows } = await sql<{ before: Places }>`select before from mention_change
    where item_id = ${itemId} for update`.execute(trx);
  const [waiting] = rows;
  if (!waiting) return;
  const before = { ...waiting.before };
  for (const [key, lines] of Object.entries(now))
    before[key] = [...(before[key] ?? []), ...beyond(lines, old[key] ?? [])];
  await sql`update mention_change set before = ${JSON.stringify(before)} where item_id = ${itemId}`.execute(
    trx,
  );
}

type Settled = {
  before: Places;
  actors: Record<string, string | null>;
  hub_id: string;
  scope_id: string;
  content: string;
};

/** The job: notifies those whom a document mentions now more often than before it was changed, each once. */
export function notifyMentionedTask(services: Pick<Services, 'database' | 'changeEvents'>): Task {
  return {
    run: async ({ item: itemId }) => {
      if (typeof itemId !== 'string') return;
      await inTransaction(services, async (trx) => {
        // In the order of writers, who lock the item first.
        await sql`select from item where id = ${itemId} for share`.execute(trx);
        const { rows } = await sql<Settled>`
          with settled as (delete from mention_change where item_id = ${itemId} returning before, actors)
          select settled.*, item.hub_id, item.scope_id, item.content from settled
            join item on item.id = ${itemId} and item.trashed_at is null`.execute(trx);
        const [settled] = rows;
        if (!settled) return;
        const { hub_id: hubId, scope_id: scopeId } = settled;
        await notify(trx, services, { hubId, scopeId, itemId }, peopleToNotify(settled));
      });
    },
  };
}

/** A person who got a task is notified of that first. */
function peopleToNotify({ before, actors, content }: Settled): Recipient[] {
  const recipients: Recipient[] = [];
  for (const mentions of Map.groupBy(mentionsIn(content), keyOf).values()) {
    const [first] = mentions;
    if (!first) continue;
    const known = before[keyOf(first)] ?? [];
    if (mentions.length <= known.length) continue;
    const left = beyond(mentions.map(digestOf), known);
    // Lines that were changed are new too: of those, the last ones. Tasks that were done by then need nobody.
    const added = mentions
      .filter((one) => left.includes(digestOf(one)))
      .slice(known.length - mentions.length)
      .filter(({ task }) => !task?.isDone);
    const [shown] = added;
    if (!shown) continue;
    const actorId = actors[keyOf(first)] ?? null;
    recipients.push({
      ...describeMention(shown),
      userId: first.userId,
      event: first.kind,
      actorId,
      count: added.length,
    });
  }
  return recipients.sort((one, other) => Number(other.event === 'task') - Number(one.event === 'task'));
}
