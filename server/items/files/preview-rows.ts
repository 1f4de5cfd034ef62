import type { SheetRows } from '#lib/contract/preview.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import { acquireCallerSlot, PICTURE_WAIT_MS } from '#server/items/pictures/caller-slots.ts';
import { failedName } from '#server/items/pictures/derived.ts';
import { hasFailedLately, isCostly, recordFailure } from '#server/items/pictures/picture-failures.ts';
import type { NumberedRow, RowsResult } from '#server/platform/extraction/result.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isStorageFull } from '#server/platform/http/storage-full.ts';
import type { Services } from '#server/platform/services.ts';

/** How many row numbers a page of rows spans, and what is stored of one extraction. */
const PAGE = 200;
const BLOCK = 1000;

type Wanted = { itemId: string; sha256: string; fileName: string; sheet: number; row: number };
type Needed = Pick<Services, 'extraction' | 'log' | 'storage'>;
type Block = { rows: NumberedRow[]; hasMore: boolean };

/**
 * A page of the rows of a table's file, the one that contains a row: read from the file when first requested,
 * and stored with it.
 * @throws ApiError 422 where they can't be read, 429 where the caller waits for too many
 */
export async function previewRows(services: Needed, wanted: Wanted, caller: string): Promise<SheetRows> {
  const pageFrom = wanted.row - ((wanted.row - 1) % PAGE);
  const block = await blockOf(services, wanted, caller);
  const to = pageFrom + PAGE;
  return {
    rows: block.rows.filter(({ number }) => number >= pageFrom && number < to),
    ...{ from: pageFrom, to },
    has_more: block.hasMore || block.rows.some(({ number }) => number >= to),
  };
}

async function blockOf(services: Needed, wanted: Wanted, caller: string): Promise<Block> {
  const { storage, log } = services;
  const { itemId, sha256, sheet } = wanted;
  const from = wanted.row - ((wanted.row - 1) % BLOCK);
  const name = `rows-1-${itemId}-${sheet}-${from}.json`;
  const readStored = async (): Promise<Block | null> => {
    const bytes = await storage.readDerived(sha256, name);
    return bytes ? JSON.parse(bytes.toString()) : null;
  };
  const known = await readStored();
  if (known) return known;
  const leave = await acquireCallerSlot(caller);
  try {
    const meanwhile = await readStored();
    if (meanwhile) return meanwhile;
    const block = await readBlock(services, wanted, { sheet, from, to: from + BLOCK });
    // There may be more pages without rows than any disk has space for.
    if (block.rows.length === 0) return block;
    await storage.writeDerived(sha256, name, Buffer.from(JSON.stringify(block))).catch((error: unknown) => {
      // They are shown all the same.
      if (!isStorageFull(error)) throw error;
      log.error({ err: error }, 'no room for rows of a preview');
    });
    return block;
  } finally {
    leave();
  }
}

async function readBlock(
  { storage, extraction }: Needed,
  { itemId, sha256, fileName }: Wanted,
  window: { sheet: number; from: number; to: number },
): Promise<Block> {
  const extension = extensionOf(fileName);
  const failure = failedName(itemId, 'rows', extension);
  if (await hasFailedLately(storage, sha256, failure)) throw unreadable();
  const result: RowsResult = await storage.look(sha256, (source) =>
    extraction.rows({ source, extension, window }, { waitTimeoutMs: PICTURE_WAIT_MS }),
  );
  if (result.ok) return { rows: result.rows, hasMore: result.hasMore };
  if (isCostly(result.code)) await recordFailure(storage, sha256, { name: failure, code: result.code });
  throw unreadable();
}

const unreadable = () =>
  new ApiError(422, 'rows_unreadable', 'These rows could not be read. Download the file to see them.');
