import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DeliveryState, WebhookEvent, WebhookOffReason } from '#lib/contract/webhook.ts';

type Time = ColumnType<Date, Date | string, Date | string>;
type TimeNow = ColumnType<Date, Date | string | undefined, Date | string>;

/** Where answers go on to: `0013-answer-flows`. */
export type AnswerFlowTables = {
  submission_edit: SubmissionEditTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  form_passage: FormPassageTable;
  answer_index: AnswerIndexTable;
};

/** What the migration adds to an answer. */
export type SubmissionFlowColumns = {
  token_hash: Buffer | null;
  revision: Generated<number>;
  edited_at: Time | null;
};

type SubmissionEditTable = {
  submission_id: string;
  revision: number;
  version: number;
  data: JSONColumnType<Record<string, unknown>, string, string>;
  replaced_at: TimeNow;
};

type WebhookTable = {
  id: string;
  hub_id: string;
  form_id: string | null;
  url: string;
  description: Generated<string>;
  events: WebhookEvent[];
  secret_sealed: string;
  old_secret_sealed: string | null;
  old_secret_until: Time | null;
  is_active: Generated<boolean>;
  failing_since: Time | null;
  retry_at: Time | null;
  disabled_at: Time | null;
  disabled_reason: WebhookOffReason | null;
  disabled_by: string | null;
  revision: Generated<number>;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
};

type WebhookDeliveryTable = {
  id: string;
  webhook_id: string;
  event_id: string;
  event: WebhookEvent | 'test';
  form_id: string | null;
  submission_id: string | null;
  state: Generated<DeliveryState>;
  tries: Generated<number>;
  status: number | null;
  ms: number | null;
  error: string | null;
  next_try_at: Time | null;
  created_at: TimeNow;
  ended_at: Time | null;
};

type FormPassageTable = {
  id: GeneratedAlways<number>;
  hub_id: string;
  form_id: string;
  submission_id: string | null;
  body: string;
  lexemes: string;
};

type AnswerIndexTable = { form_id: string; indexed_to: string };
