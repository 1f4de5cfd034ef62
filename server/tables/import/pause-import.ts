import { serializeActiveLinks } from '#server/access/links/recheck-links.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { findActiveImport, setImportPaused, type TableImport } from './import.repo.ts';
import { IMPORT_ROWS } from './import-file.ts';

/** The table that the import writes into. */
type Item = Authorized<ItemView, 'item.change'>;

async function activeImport(trx: Transaction, jobId: string): Promise<TableImport> {
  const reading = await findActiveImport(trx, jobId, { lock: true });
  if (!reading) throw conflict('job_ended', 'This import has ended already.');
  return reading;
}

/** Pauses an import after the lines that are being written. @throws ApiError 409 where it has ended */
export function pauseImport(services: Services, _item: Item, jobId: string): Promise<void> {
  return inTransaction(services, async (trx) => {
    await activeImport(trx, jobId);
    await setImportPaused(trx, jobId, true);
  });
}

/**
 * Resumes a paused import from the line where it stopped; its rows are written in the name of whoever resumes it.
 * @throws ApiError 409 where it has ended
 */
export function resumeImport(
  services: Services,
  caller: SignedIn,
  { hub_id: hubId }: Item,
  jobId: string,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const { paused_at } = await activeImport(trx, jobId);
    if (paused_at === null) return;
    await setImportPaused(trx, jobId, false);
    const payload = {
      job: jobId,
      user: caller.user.id,
      links: await serializeActiveLinks(trx, caller.links),
    };
    await services.jobs.add(IMPORT_ROWS, payload, { transaction: trx, tenant: hubTenant(hubId) });
  });
}
