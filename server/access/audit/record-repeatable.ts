import { sql } from 'kysely';
import { z } from 'zod';
import { AUDIT_TARGETS, isAuditAction } from '#lib/access/audit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { type AuditEvent, type IdentifiedAuditActor, recordAuditEvent } from './record.ts';

/** How long repetitions of an event are counted together with its first occurrence. */
const AGGREGATION_HOURS = 1;

/** Counts that are written to the log in one transaction. */
const BATCH = 500;

const storedEntry = z.object({
  actor: z.object({
    user: z.object({ id: z.string() }).nullable(),
    origin: z.object({ address: z.string(), userAgent: z.string() }),
  }),
  event: z.object({
    hubId: z.string(),
    action: z.string().refine(isAuditAction),
    target: z.object({ kind: z.enum(AUDIT_TARGETS), id: z.string().nullable(), name: z.string() }),
    scopeId: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});

/**
 * Adds an event to the audit log that outside users may repeat as often as they like: the first one within an
 * hour is an entry of its own; the following ones on the same resource by the same account (or by a visitor)
 * become one entry with their number, once the hour is over. Entries are never deleted, so nobody may fill
 * the log.
 */
export async function recordRepeatable(
  trx: Transaction,
  actor: IdentifiedAuditActor,
  event: AuditEvent,
): Promise<void> {
  const key = [event.hubId, event.action, event.target.id ?? '', actor.user?.id ?? 'nobody'].join(' ');
  const { user, origin } = actor;
  const repeat = { actor: { user: user && { id: user.id }, origin }, event };
  const ended = await sql<{ count: number; event: unknown }>`
    delete from audit_repeat where key = ${key} and ends_at <= now() returning count, event`.execute(trx);
  for (const one of ended.rows) await recordCount(trx, one);
  const { rows } = await sql<{ count: number }>`
    insert into audit_repeat as known (key, hub_id, ends_at, event)
    values (${key}, ${event.hubId}, now() + make_interval(hours => ${AGGREGATION_HOURS}), ${JSON.stringify(repeat)})
    on conflict (key) do update set count = known.count + 1, event = excluded.event
    returning count`.execute(trx);
  if (rows[0]?.count === 0) await recordAuditEvent(trx, actor, event);
}

async function recordCount(
  trx: Transaction,
  { count, event: text }: { count: number; event: unknown },
): Promise<void> {
  if (count === 0) return;
  const { actor, event } = storedEntry.parse(text);
  const { scopeId, details, ...rest } = event;
  await recordAuditEvent(trx, actor, {
    ...rest,
    ...(scopeId === undefined ? {} : { scopeId }),
    details: { ...details, times: count },
  });
}

/** Logs how often events were repeated whose hour is over. */
export async function recordRepeatCounts(database: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const left = await inTransaction({ database }, async (trx) => {
      const { rows } = await sql<{ count: number; event: unknown }>`
        delete from audit_repeat where key in (
          select key from audit_repeat where ends_at <= now() limit ${BATCH} for update skip locked
        ) returning count, event`.execute(trx);
      for (const one of rows) await recordCount(trx, one);
      return rows.length;
    });
    if (left < BATCH) return;
  }
}
