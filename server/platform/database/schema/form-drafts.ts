import type { Time, TimeNow } from './column-types.ts';

/** Drafts of submissions, and requests that are sent again. */
export type FormDraftTables = {
  form_draft: {
    token_hash: Buffer;
    form_id: string;
    content_sealed: string;
    created_at: TimeNow;
    expires_at: Time;
  };
  submission_idempotency_record: {
    form_id: string;
    key_hash: Buffer;
    body_hash: Buffer;
    response_sealed: string | null;
    created_at: TimeNow;
  };
};
