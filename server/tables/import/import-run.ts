import type { DecimalMark } from '#lib/fields/number-text.ts';
import { activeSerializedLinks } from '#server/access/links/recheck-links.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { ImportAborted } from './import-aborted.ts';
import type { ReadableLines } from './spooled-rows.ts';

type Beginner = Caller & {
  /** Links that they held when it began, in the format of `serializeActiveLinks`. */ began: string;
};

/** One run of an import: a file is read by several where it is paused, or its process ends. */
export type Run = {
  services: Services;
  jobId: string;
  importer: Beginner;
  name: string;
  signal: AbortSignal;
  /** The mark of fractions, where the kind of file has one. */
  decimal?: DecimalMark | undefined;
  ofCards?: boolean | undefined;
  damage?: ReadableLines['damage'] | undefined;
};

/** Who began the import; the access that links still give them is checked for each batch. */
export function importerOf({ user, links }: TaskPayload): Beginner {
  return {
    user: { id: String(user), email: '', isEmailVerified: false, activeHubId: null },
    sessionId: null,
    links: [],
    origin: { address: '', userAgent: '' },
    began: String(links ?? ''),
  };
}

/** Who began the import, with the links that still give them access. */
export const importerNow = async (database: Database | Transaction, importer: Beginner): Promise<Caller> => ({
  ...importer,
  links: await activeSerializedLinks(database, importer.began),
});

/**
 * The item, if the user may still change it: checked before each batch, so that revoked access ends the
 * import.
 */
export async function itemNow(
  database: Database | Transaction,
  importer: Beginner,
  itemId: string,
): Promise<ItemView> {
  const item = await itemById(database, await importerNow(database, importer), itemId);
  try {
    return authorizeItem(item, 'item.change');
  } catch {
    throw new ImportAborted('The import was stopped: who began it may not change this table any more.');
  }
}
