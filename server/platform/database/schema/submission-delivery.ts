import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DeliveryState, WebhookDisabledReason, WebhookEvent } from '#lib/contract/webhook.ts';
import type { Time, TimeNow } from './column-types.ts';

/** Where submissions are delivered: webhooks and search; and their earlier revisions. */
export type SubmissionDeliveryTables = {
  submission_edit: SubmissionEditTable;
  trashed_submission: TrashedSubmissionTable;
  trashed_form_file: TrashedFormFileTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  form_passage: FormPassageTable;
};

/** Columns of a submission that can be edited afterwards. */
export type SubmissionDeliveryColumns = {
  token_hash: Buffer | null;
  revision: Generated<number>;
  edited_at: Time | null;
};

type SubmissionEditTable = {
  submission_id: string;
  revision: number;
  version: number;
  data: JSONColumnType<Record<string, unknown>, string, string>;
  typed: JSONColumnType<Record<string, string>, string | null, string | null> | null;
  replaced_at: TimeNow;
  corrected_by: string | null;
  /** Of one that an import brought, where that is nobody's account. */
  imported_corrector: string | null;
  is_correction: Generated<boolean>;
};

type TrashedSubmissionTable = {
  id: string;
  form_id: string;
  created_at: Time;
  trashed_at: TimeNow;
  trashed_by: string | null;
  /** Its rows as they were: `{submission, values, notes, edits}`. */
  rows: JSONColumnType<object, string, string>;
};

type TrashedFormFileTable = {
  id: string;
  submission_id: string;
  file_sha256: string;
  row: JSONColumnType<object, string, string>;
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
  disabled_reason: WebhookDisabledReason | null;
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
