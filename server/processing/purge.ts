import { sql } from 'kysely';
import { recordEndedRepeats } from '../audit/record-repeatable.ts';
import type { Database, Transaction } from '../database/database.ts';
import { forgetFile, unusedFiles } from '../file/file.repo.ts';
import { sweepStrays } from '../file/sweep-strays.ts';
import { purgeForms } from '../form/purge-forms.ts';
import { endOldDrafts } from '../form-draft/form-draft.repo.ts';
import { purgeHubs } from '../hub/purge-hubs.ts';
import type { Jobs, Task } from '../jobs/jobs.ts';
import type { Services } from '../services.ts';
import { forgetEndedSessions } from '../session/session.repo.ts';
import { endOldRequests } from '../space/access-request.repo.ts';
import { WAITING_HOURS } from '../submission/form-file.repo.ts';
import { endOldUploads } from '../submission/form-upload.repo.ts';
import { endVisits } from '../submission/progress.ts';
import { dropEndedTables } from '../table/drop-tables.ts';
import { endWaitingRowFiles } from '../table/row-file.repo.ts';
import { purgeTrash } from '../trash/purge-trash.ts';
import { endOldDeliveries } from '../webhook/webhook.repo.ts';

export const PURGE = 'purge';

/** Queues it for what was just ended in a hub: its words and files go with it, not only at night. */
export function purgeSoon(jobs: Jobs, hubId: string, transaction: Transaction): Promise<void> {
  return jobs.add(PURGE, { hub: hubId }, { transaction, key: `${PURGE} ${hubId}` });
}

const BATCH = 500;

/** The log of what was told to other programs. */
const DELIVERY_DAYS = 30;

/** At night, one time a day (UTC). */
const TIMES = '17 3 * * *';

/**
 * Ends what has had its time: deleted hubs, trash, answers, sessions, attempts, kept answers, and files
 * that nothing refers to or that a kill left.
 */
export function purge({ database, storage, jobs }: Services): Task {
  return {
    times: TIMES,
    async run({ hub }, { signal }) {
      // After somebody deleted something for ever, only what that left: the rest reads whole tables, and the storage.
      const isNight = typeof hub !== 'string';
      if (isNight) await purgeHubs({ database, storage }, signal);
      await purgeTrash({ database, storage }, signal, { isNight });
      await purgeForms({ database, jobs }, signal);
      await dropEndedTables(database, signal);
      await endWaitingRowFiles(database);
      if (isNight) {
        await endOld(database);
        await recordEndedRepeats(database, signal);
        await storage.partial.clear(new Date(Date.now() - WAITING_HOURS * 3_600_000));
      }
      for (;;) {
        const unused = await unusedFiles(database, BATCH);
        for (const sha256 of unused) {
          signal.throwIfAborted();
          await forgetFile(database, storage, sha256);
        }
        if (unused.length < BATCH) break;
      }
      if (isNight) await sweepStrays({ database, storage }, signal);
    },
  };
}

async function endOld(database: Database): Promise<void> {
  await endVisits(database);
  await endOldRequests(database);
  await endOldDrafts(database);
  await endOldUploads(database);
  await forgetEndedSessions(database);
  await sql`delete from password_reset where expires_at < now()`.execute(database);
  await sql`delete from email_proof where expires_at < now()`.execute(database);
  await sql`delete from outgoing_mail where ended_at < now() - interval '30 days'`.execute(database);
  await endOldDeliveries(database, DELIVERY_DAYS);
  await sql`delete from attempt where ends_at < now()`.execute(database);
  await sql`delete from idempotent_answer where created_at < now() - interval '1 day'`.execute(database);
}
