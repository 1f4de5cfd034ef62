/** Hashes of the idempotency key of a submission and of its content. */
export type IdempotencyKey = { form_id: string; key_hash: Buffer; body_hash: Buffer };

/** The stored key, with the response that is replayed to a repeated request. */
export type IdempotencyRecord = IdempotencyKey & { response_sealed: string };
