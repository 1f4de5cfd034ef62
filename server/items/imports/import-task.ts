import { serializeActiveLinks } from '#server/access/links/recheck-links.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

/** The task that imports documents. */
export const IMPORT_DOCUMENTS = 'import-documents';

/** Has an import run, in the name and with the links of its user, once the transaction is committed. */
export async function addImportTask(
  jobs: Jobs,
  trx: Transaction,
  caller: SignedIn,
  { jobId, hubId }: { jobId: string; hubId: string },
): Promise<void> {
  const payload = { job: jobId, user: caller.user.id, links: await serializeActiveLinks(trx, caller.links) };
  await jobs.add(IMPORT_DOCUMENTS, payload, { transaction: trx, tenant: hubTenant(hubId) });
}
