/** The key that its page made for an answer, and what that says; neither can be read out of it. */
export type Once = { form_id: string; key_hash: Buffer; body_hash: Buffer };

/** The key as it is kept, with what is answered to whoever sends the same once more. */
export type KeptOnce = Once & { answer_sealed: string };
