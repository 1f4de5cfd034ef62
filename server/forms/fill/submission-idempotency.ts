import { createHash } from 'node:crypto';
import type { SubmitResult } from '#lib/contract/submit.ts';
import type { IdempotencyKey, IdempotencyRecord } from '#server/forms/submissions/idempotency-record.ts';
import { decryptText, type EncryptionContext, encryptText } from '#server/platform/crypto/encrypted-text.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const sealedFor = ({ form_id, key_hash }: IdempotencyKey): EncryptionContext => ({
  purpose: 'answer to an answer',
  belongsTo: `${form_id} ${key_hash.toString('hex')}`,
});

/**
 * Identifies a submission, from wherever and however often it is sent: an `Idempotency-Key` is valid for one
 * address and a day, a submission that waited for the network may come from another one, weeks later.
 */
export function submissionIdempotencyKey(formId: string, key: string, content: unknown): IdempotencyKey {
  return { form_id: formId, key_hash: hash(key), body_hash: hash(JSON.stringify(content)) };
}

/** Encrypts the response to the first request, to be stored in the transaction that stores the submission. */
export function sealIdempotencyRecord(
  { signingKey }: Pick<Services, 'signingKey'>,
  idempotencyKey: IdempotencyKey,
  result: SubmitResult,
): IdempotencyRecord {
  return {
    ...idempotencyKey,
    response_sealed: encryptText(signingKey, sealedFor(idempotencyKey), JSON.stringify(result)),
  };
}

/**
 * Reserves the key for a submission that is stored in this transaction; waits while another one uses it.
 * @returns false where a submission with this key is stored already
 */
export async function reserveIdempotencyKey(trx: Transaction, record: IdempotencyRecord): Promise<boolean> {
  const taken = await trx
    .insertInto('submission_idempotency_record')
    .values(record)
    .onConflict((on) => on.columns(['form_id', 'key_hash']).doNothing())
    .returning('form_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * The stored response to the first submission with this key; undefined where none is stored.
 * @throws ApiError 409 `already_sent` where the first one had other values; its response is in `data`.
 */
export async function replayFirstSubmission(
  { database, signingKey }: Pick<Services, 'database' | 'signingKey'>,
  idempotencyKey: IdempotencyKey,
): Promise<SubmitResult | undefined> {
  const first = await database
    .selectFrom('submission_idempotency_record')
    .select(['body_hash', 'response_sealed'])
    .where('form_id', '=', idempotencyKey.form_id)
    .where('key_hash', '=', idempotencyKey.key_hash)
    .executeTakeFirst();
  if (!first) return undefined;
  if (first.response_sealed === null) throw new Error('a key was committed without its answer');
  const response: SubmitResult = JSON.parse(
    decryptText(signingKey, sealedFor(idempotencyKey), first.response_sealed),
  );
  if (first.body_hash.equals(idempotencyKey.body_hash)) return response;
  throw conflict('already_sent', 'This answer was sent already, as it was before you changed it.', response);
}
