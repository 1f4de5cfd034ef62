import type { StartImportRequest } from '#lib/contract/table-import.ts';
import { serializeActiveLinks } from '#server/access/links/recheck-links.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { requireTable } from '../table/table.ts';
import {
  awaitsChoice,
  findActiveImport,
  saveImportChoice,
  setImportPaused,
  type TableImport,
} from './import.repo.ts';
import { IMPORT_ROWS } from './import-file.ts';
import { onMatchOf } from './known-people.ts';
import { matchColumns } from './start-import.ts';

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
 * Starts an import whose file was sent before, as it is chosen to be imported.
 * @throws ApiError 409 where it has begun, or ended; 422 for columns that are not there, or can't be filled
 */
export async function startPausedImport(
  services: Services,
  caller: SignedIn,
  item: Item,
  jobId: string,
  how: StartImportRequest,
): Promise<void> {
  const table = await requireTable(services.database, item);
  const match = matchColumns(table, how).map(({ field }) => field.id);
  await inTransaction(services, async (trx) => {
    if (!awaitsChoice(await activeImport(trx, jobId)))
      throw conflict('import_begun', 'This import has begun already.');
    await saveImportChoice(trx, jobId, { ...how, match_on: match, on_match: onMatchOf(table, how) });
    await letGoOn(services, trx, caller, item, jobId);
  });
}

/** Lets a paused import continue, in the name of the person who does it. */
async function letGoOn(
  { jobs }: Services,
  trx: Transaction,
  caller: SignedIn,
  { hub_id: hubId }: Item,
  jobId: string,
): Promise<void> {
  await setImportPaused(trx, jobId, false);
  const payload = { job: jobId, user: caller.user.id, links: await serializeActiveLinks(trx, caller.links) };
  await jobs.add(IMPORT_ROWS, payload, { transaction: trx, tenant: hubTenant(hubId) });
}

/**
 * Resumes a paused import from the line where it stopped; its rows are written in the name of the person who resumes it.
 * @throws ApiError 409 where it has ended
 */
export function resumeImport(services: Services, caller: SignedIn, item: Item, jobId: string): Promise<void> {
  return inTransaction(services, async (trx) => {
    const { paused_at } = await activeImport(trx, jobId);
    if (paused_at === null) return;
    await letGoOn(services, trx, caller, item, jobId);
  });
}
