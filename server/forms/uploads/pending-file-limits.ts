import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Sender } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { PENDING_FILE_HOURS } from './form-file.repo.ts';

/** What may wait for submissions at the same time: files, and their bytes in files of the largest size. */
const OF_SENDER = { files: 500, largest: 5 };
const OF_FORM = { files: 5_000, largest: 25 };

/** Seconds after which a refused sender may retry: files wait for a day, but submissions come sooner. */
const RETRY_SECONDS = 600;

/** Identifies a sender; a visitor's address itself is not stored. */
export function hashSender(
  { signingKey }: Pick<Services, 'signingKey'>,
  { key, isAnonymous }: Sender,
): Buffer {
  const kind = isAnonymous ? 'address' : 'account';
  return createHmac('sha256', signingKey).update(`waiting files\0${kind}\0${key}`).digest();
}

type PendingFiles = { files: number; bytes: number; files_of_form: number; bytes_of_form: number };

async function pendingFilesOf(
  database: Database | Transaction,
  formId: string,
  sender: Buffer,
): Promise<PendingFiles> {
  const since = sql`created_at > now() - make_interval(hours => ${PENDING_FILE_HOURS})`;
  const { rows } = await sql<PendingFiles>`
    with one as (
      select form_id, sender_hash, size from form_file
      where submission_id is null and ${since} and (form_id = ${formId} or sender_hash = ${sender})
      union all
      select form_id, sender_hash, size from form_upload
      where ${since} and (form_id = ${formId} or sender_hash = ${sender})
        and not exists (select from form_file where form_file.id = form_upload.id)
    )
    select count(*) filter (where sender_hash = ${sender})::float8 as files,
      coalesce(sum(size) filter (where sender_hash = ${sender}), 0)::float8 as bytes,
      count(*) filter (where form_id = ${formId})::float8 as files_of_form,
      coalesce(sum(size) filter (where form_id = ${formId}), 0)::float8 as bytes_of_form
    from one`.execute(database);
  return rows[0] ?? { files: 0, bytes: 0, files_of_form: 0, bytes_of_form: 0 };
}

const tooManyPendingFiles = (message: string) =>
  new ApiError(429, 'too_many_waiting_files', message, { retryAfter: RETRY_SECONDS });

/**
 * Refuses another file while the maximum number waits for submissions; requests of one sender are serialized.
 * @throws ApiError 429 beyond what one sender, or one form, may have waiting.
 */
export async function refuseTooManyPendingFiles(
  database: Database | Transaction,
  { config }: Pick<Services, 'config'>,
  { formId, sender, size }: { formId: string; sender: Buffer; size: number },
): Promise<void> {
  const { rateLimitFactor: factor, maxUploadBytes } = config;
  if (factor === 0) return;
  const key = `waiting files ${sender.toString('hex')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(database);
  const { files, bytes, files_of_form, bytes_of_form } = await pendingFilesOf(database, formId, sender);
  const isBeyond = (most: typeof OF_SENDER, count: number, sum: number) =>
    count + 1 > Math.max(1, most.files * factor) ||
    sum + size > Math.max(maxUploadBytes, most.largest * maxUploadBytes * factor);
  if (isBeyond(OF_SENDER, files, bytes)) {
    throw tooManyPendingFiles(
      'Too many files from here wait for their answers. Send those first, or try again later.',
    );
  }
  if (isBeyond(OF_FORM, files_of_form, bytes_of_form)) {
    throw tooManyPendingFiles('This form keeps as many files without an answer as it can. Try again later.');
  }
}
