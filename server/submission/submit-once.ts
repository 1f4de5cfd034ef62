import { createHash } from 'node:crypto';
import type { Submitted } from '#lib/contract/form.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { conflict, unreadable } from '../http/api-error.ts';
import { seal, unseal } from '../sealed-text.ts';
import type { Services } from '../services.ts';

type Answer = { formId: string; key: string | undefined; content: unknown };

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

function hashOfContent(content: unknown): Buffer {
  try {
    return hash(JSON.stringify(content));
  } catch {
    // What can be parsed can still be nested too deeply to be written.
    throw unreadable('unreadable_json', 'The body is nested too deeply.');
  }
}

/**
 * Stores an answer once for the key that its page made for it, wherever and however often it is sent: an
 * `Idempotency-Key` holds for one address and a day, an answer that waited for the network may come from another one,
 * weeks later. Those that come at the same time wait for the first, and get what it got.
 * @throws ApiError 409 `already_sent` where the first one said something else; what it got stands in `data`.
 */
export async function submitOnce(
  services: Services,
  { formId, key, content }: Answer,
  submit: (services: Services) => Promise<Submitted>,
): Promise<Submitted> {
  if (!key) return submit(services);
  const key_hash = hash(key);
  const body_hash = hashOfContent(content);
  const sealedFor = { purpose: 'answer to an answer', belongsTo: `${formId} ${key_hash.toString('hex')}` };
  return inTransaction(services, async (trx) => {
    const reserved = await trx
      .insertInto('submission_once')
      .values({ form_id: formId, key_hash, body_hash, answer_sealed: null })
      .onConflict((on) => on.columns(['form_id', 'key_hash']).doNothing())
      .returning('form_id')
      .executeTakeFirst();
    if (!reserved) {
      const first = await trx
        .selectFrom('submission_once')
        .select(['body_hash', 'answer_sealed'])
        .where('form_id', '=', formId)
        .where('key_hash', '=', key_hash)
        .executeTakeFirstOrThrow();
      if (first.answer_sealed === null) throw new Error('a reservation was committed without its answer');
      const answer: Submitted = JSON.parse(unseal(services.signingKey, sealedFor, first.answer_sealed));
      if (first.body_hash.equals(body_hash)) return answer;
      throw conflict(
        'already_sent',
        'This answer was sent already, as it was before you changed it.',
        answer,
      );
    }
    const answer = await submit({ ...services, database: trx });
    await trx
      .updateTable('submission_once')
      .set({ answer_sealed: seal(services.signingKey, sealedFor, JSON.stringify(answer)) })
      .where('form_id', '=', formId)
      .where('key_hash', '=', key_hash)
      .execute();
    return answer;
  });
}
