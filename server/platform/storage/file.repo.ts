import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { ReceivedFile, Storage, StoredFile } from './storage.ts';

/** Storing and deleting the same content are serialized, until their transactions end. */
async function takeTurns(trx: Transaction, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 7))`.execute(trx);
}

/**
 * Records a stored file, in the transaction that refers to it.
 * @throws ApiError 409 when the same content was being deleted at this moment; the upload has to be retried.
 */
export async function recordFile(trx: Transaction, storage: Storage, file: StoredFile): Promise<void> {
  await takeTurns(trx, file.sha256);
  await trx
    .insertInto('file')
    .values(file)
    .onConflict((on) => on.column('sha256').doNothing())
    .execute();
  if (!(await storage.has(file.sha256))) {
    throw new ApiError(409, 'try_again', 'This file was being removed at the same moment. Upload it again.');
  }
}

/** Records and stores a received file, in the transaction that refers to it. */
export async function recordReceivedFile(trx: Transaction, file: ReceivedFile): Promise<void> {
  const { sha256, size } = file;
  await takeTurns(trx, sha256);
  await trx
    .insertInto('file')
    .values({ sha256, size })
    .onConflict((on) => on.column('sha256').doNothing())
    .execute();
  await file.commit();
}

/** Deletes bytes that were stored for a transaction which did not commit, where no other recorded them. */
export async function deleteStrayFile(database: Database, storage: Storage, sha256: string): Promise<void> {
  await inTransaction({ database }, async (trx) => {
    await takeTurns(trx, sha256);
    const row = await trx.selectFrom('file').select('sha256').where('sha256', '=', sha256).executeTakeFirst();
    if (!row) await storage.remove(sha256);
  });
}

/** Which of these are not in the database. */
export async function unrecordedFiles(database: Database, sha256s: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct stored.sha256 from unnest(${sha256s}::text[]) as stored (sha256)
    where not exists (select from file where file.sha256 = stored.sha256)`.execute(database);
  return rows.map((row) => row.sha256);
}

/** When this database was created: older files may belong to another one. */
export async function databaseCreatedAt(database: Database): Promise<Date> {
  const { rows } = await sql<{ began: string }>`
    select min("timestamp") as began from kysely_migration`.execute(database);
  return new Date(rows[0]?.began ?? Number.NaN);
}

/** Files that nothing refers to any more. */
export async function unusedFiles(database: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from file
    where created_at < now() - interval '1 hour' and ${UNUSED}
    limit ${limit}`.execute(database);
  return rows.map((row) => row.sha256);
}

const UNUSED = sql`not exists (select from item where item.file_sha256 = file.sha256)
  and not exists (select from table_import where table_import.file_sha256 = file.sha256)
  and not exists (select from document_import where document_import.file_sha256 = file.sha256)
  and not exists (select from form_file where form_file.file_sha256 = file.sha256)
  and not exists (select from trashed_form_file where trashed_form_file.file_sha256 = file.sha256)
  and not exists (select from row_file where row_file.file_sha256 = file.sha256)
  and not exists (select from form_picture where form_picture.file_sha256 = file.sha256)
  and not exists (select from discussion_picture where discussion_picture.file_sha256 = file.sha256)
  and not exists (select from hub where hub.logo_sha256 = file.sha256)
  and not exists (select from app_user where app_user.avatar_sha256 = file.sha256)`;

/**
 * Deletes a file if still nothing refers to it: its row, then its bytes, before another transaction may
 * record it again.
 */
export async function deleteUnusedFile(database: Database, storage: Storage, sha256: string): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await takeTurns(trx, sha256);
    const { numAffectedRows } = await sql`delete from file where sha256 = ${sha256} and ${UNUSED}`.execute(
      trx,
    );
    if (numAffectedRows === 1n) await storage.remove(sha256);
  });
}
