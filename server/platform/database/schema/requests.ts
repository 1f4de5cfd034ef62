import type { Generated } from 'kysely';
import type { Time, TimeNow } from './column-types.ts';

/** Rate limits, idempotency records and mails. */
export type RequestTables = {
  rate_limit_counter: RateLimitCounterTable;
  idempotency_record: IdempotencyRecordTable;
  outgoing_mail: OutgoingMailTable;
};

type RateLimitCounterTable = { key: string; count: number; ends_at: Time };

type IdempotencyRecordTable = {
  caller: string;
  route: string;
  key: string;
  body_hash: string;
  status: number | null;
  /** Encrypted: a response may contain what is shown only once. */
  body: string | null;
  created_at: TimeNow;
};

type OutgoingMailTable = {
  id: string;
  template: string;
  state: Generated<MailState>;
  reply_code: number | null;
  created_at: TimeNow;
  ended_at: Time | null;
};

export type MailState = 'queued' | 'sent' | 'refused' | 'expired';
