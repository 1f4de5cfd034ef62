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
 * By what an answer is known, wherever and however often it is sent: an `Idempotency-Key` holds for one address and a
 * day, an answer that waited for the network may come from another one, weeks later.
 */
export function submissionIdempotencyKey(formId: string, key: string, content: unknown): IdempotencyKey {
  return { form_id: formId, key_hash: hash(key), body_hash: hash(JSON.stringify(content)) };
}

/** Seals what is answered to the first, to be kept in the transaction that stores it. */
export function sealIdempotencyRecord(
  { signingKey }: Pick<Services, 'signingKey'>,
  once: IdempotencyKey,
  answer: SubmitResult,
): IdempotencyRecord {
  return { ...once, answer_sealed: encryptText(signingKey, sealedFor(once), JSON.stringify(answer)) };
}

/**
 * Takes the key for an answer that is stored in this transaction; waits while another one is at work with it.
 * @returns false where an answer with this key is stored already
 */
export async function reserveIdempotencyKey(trx: Transaction, kept: IdempotencyRecord): Promise<boolean> {
  const taken = await trx
    .insertInto('submission_once')
    .values(kept)
    .onConflict((on) => on.columns(['form_id', 'key_hash']).doNothing())
    .returning('form_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * What the first answer with this key got; undefined where none is stored.
 * @throws ApiError 409 `already_sent` where the first one said something else; what it got stands in `data`.
 */
export async function replayFirstSubmission(
  { database, signingKey }: Pick<Services, 'database' | 'signingKey'>,
  once: IdempotencyKey,
): Promise<SubmitResult | undefined> {
  const first = await database
    .selectFrom('submission_once')
    .select(['body_hash', 'answer_sealed'])
    .where('form_id', '=', once.form_id)
    .where('key_hash', '=', once.key_hash)
    .executeTakeFirst();
  if (!first) return undefined;
  if (first.answer_sealed === null) throw new Error('a key was committed without its answer');
  const answer: SubmitResult = JSON.parse(decryptText(signingKey, sealedFor(once), first.answer_sealed));
  if (first.body_hash.equals(once.body_hash)) return answer;
  throw conflict('already_sent', 'This answer was sent already, as it was before you changed it.', answer);
}
