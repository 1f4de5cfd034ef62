import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AuditAction, AuditTarget } from '#lib/access/audit.ts';
import type { HubRole, ItemRole, Visibility } from '#lib/access/roles.ts';
import type { FormSettings } from '#lib/contract/form.ts';
import type { StoredSettingChanges } from '#lib/contract/merge-settings.ts';
import type { SubmissionState } from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import type { FormTranslations } from '#lib/forms/translations.ts';
import type { PassageLocation } from '#lib/text/passage.ts';
import type { ItemKind } from '#lib/text/upload-types.ts';
import type { DocumentTables } from '#server/platform/database/schema/documents.ts';
import type { FormDraftTables } from '#server/platform/database/schema/form-drafts.ts';
import type { FormEditorTables } from '#server/platform/database/schema/form-editors.ts';
import type { FormPictureTables } from '#server/platform/database/schema/form-pictures.ts';
import type { FormUploadTables } from '#server/platform/database/schema/form-uploads.ts';
import type { SpaceShortcutTables } from '#server/platform/database/schema/space-shortcuts.ts';
import type {
  SubmissionDeliveryColumns,
  SubmissionDeliveryTables,
} from '#server/platform/database/schema/submission-delivery.ts';
import type {
  SubmissionAssignmentColumns,
  SubmissionNoteTables,
} from '#server/platform/database/schema/submission-notes.ts';
import type { UserTables } from '#server/platform/database/schema/tables.ts';

/** The database as Kysely sees it; one type a table, in the order of the migrations. */
export type Schema = {
  file: FileTable;
  hub: HubTable;
  app_user: UserTable;
  session: SessionTable;
  known_device: KnownDeviceTable;
  password_reset: PasswordResetTable;
  attempt: AttemptTable;
  idempotent_answer: IdempotentAnswerTable;
  membership: MembershipTable;
  invite: InviteTable;
  pending_grant: PendingGrantTable;
  removed_member: RemovedMemberTable;
  join_request: JoinRequestTable;
  space: SpaceTable;
  space_member: SpaceMemberTable;
  scope: ScopeTable;
  scope_access: ScopeAccessTable;
  item: ItemTable;
  item_grant: ItemGrantTable;
  job: JobTable;
  passage: PassageTable;
  hub_word: HubWordTable;
  hub_language: HubLanguageTable;
  audit_entry: AuditEntryTable;
  access_request: AccessRequestTable;
  share_link: ShareLinkTable;
  outgoing_mail: OutgoingMailTable;
  email_proof: EmailProofTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  form: FormTable;
  form_grant: FormGrantTable;
  form_version: FormVersionTable;
  submission: SubmissionTable & SubmissionDeliveryColumns & SubmissionAssignmentColumns;
  submission_value: SubmissionValueTable;
  form_file: FormFileTable;
} & SubmissionDeliveryTables &
  SubmissionNoteTables &
  DocumentTables &
  FormDraftTables &
  FormEditorTables &
  SpaceShortcutTables &
  FormPictureTables &
  FormUploadTables &
  UserTables;

type Time = ColumnType<Date, Date | string, Date | string>;
type TimeNow = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T extends object> = JSONColumnType<T, string | undefined, string>;

type FileTable = { sha256: string; size: number; created_at: TimeNow };

type HubTable = {
  id: string;
  name: string;
  handle: string;
  description: Generated<string>;
  visibility: Visibility;
  logo_sha256: string | null;
  join_domains: Generated<string[]>;
  members_create_spaces: Generated<boolean>;
  allow_indexing: Generated<boolean>;
  /** How long its trash is kept. */
  trash_days: Generated<number>;
  /** Of phone numbers without a country's code (ISO 3166-1 alpha-2). */
  country: string | null;
  /** How it writes numbers and days (BCP 47), and whose clocks its times are of (IANA). */
  locale: string | null;
  time_zone: string | null;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
  deleted_at: Time | null;
  deleted_by: string | null;
  revision: Generated<number>;
};

type UserTable = {
  id: string;
  email: string;
  /** The address in the form in which its spellings are the same. */
  email_key: string;
  password_hash: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  about: Generated<string>;
  profile_role: string | null;
  avatar_sha256: string | null;
  is_email_verified: Generated<boolean>;
  active_hub_id: string | null;
  created_at: TimeNow;
  updated_at: TimeNow;
};

type SessionTable = {
  id: string;
  user_id: string;
  user_agent: Generated<string>;
  address: Generated<string>;
  created_at: TimeNow;
  last_seen_at: TimeNow;
  expires_at: Time;
  /** Why it was ended (`SessionEndReason`); null while it lives, and where its time just ran out. */
  ended_because: string | null;
};

type KnownDeviceTable = { user_id: string; device_hash: string; last_seen_at: TimeNow };

type PasswordResetTable = {
  token_hash: string;
  user_id: string;
  created_at: TimeNow;
  expires_at: Time;
  was_mailed: Generated<boolean>;
};

type AttemptTable = { key: string; count: number; ends_at: Time };

type IdempotentAnswerTable = {
  caller: string;
  route: string;
  key: string;
  body_hash: string;
  status: number | null;
  /** Encrypted: an answer may hold what is shown once. */
  body: string | null;
  created_at: TimeNow;
};

type MembershipTable = {
  hub_id: string;
  user_id: string;
  role: HubRole;
  suspended_at: Time | null;
  joined_at: TimeNow;
  last_seen_at: Time | null;
};

type InviteTable = {
  id: string;
  hub_id: string;
  /** Null for a link that several people may join by. */
  email: string | null;
  email_key: string | null;
  role: HubRole;
  token_hash: string;
  invited_by: string;
  created_at: TimeNow;
  expires_at: Time;
  ended_at: Time | null;
  /** How many people joined by it. */
  joined: Generated<number>;
  is_to_things: Generated<boolean>;
  /** Its link was mailed, and shown to nobody. */
  was_mailed: Generated<boolean>;
};

type PendingGrantTable = {
  invite_id: string;
  /** One of the three. */
  space_id: string | null;
  item_id: string | null;
  form_id: string | null;
  role: ItemRole;
  created_at: TimeNow;
};

type RemovedMemberTable = { hub_id: string; user_id: string; removed_at: TimeNow };

type JoinRequestTable = {
  id: string;
  hub_id: string;
  user_id: string;
  message: Generated<string>;
  created_at: TimeNow;
  told_at: Time | null;
  ended_at: Time | null;
};

type SpaceTable = {
  id: string;
  hub_id: string;
  scope_id: string;
  slug: string;
  name: string;
  description: Generated<string>;
  visibility: Visibility;
  default_role: Generated<'viewer' | 'commenter' | 'editor'>;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
  archived_at: Time | null;
  deleted_at: Time | null;
  deleted_by: string | null;
  /** Since when nobody may take it back: what was in it is being deleted. */
  purged_at: Time | null;
  revision: Generated<number>;
};

type SpaceMemberTable = {
  space_id: string;
  user_id: string;
  role: ItemRole;
  /** How they came in. */
  reason: Generated<MemberReason>;
  added_by: string;
  created_at: TimeNow;
};

type MemberReason = 'created' | 'added' | 'invited' | 'asked' | 'took_over';

type ScopeTable = {
  id: string;
  hub_id: string;
  space_id: string;
  /** The scope that holds this one; null for a space's own. */
  parent_id: string | null;
  /** The item or the form whose own access list this is; both null for a space's own. */
  item_id: string | null;
  form_id: string | null;
};

type ScopeAccessTable = {
  scope_id: string;
  principal: string;
  hub_id: string;
  space_id: string;
  role: number;
};

export type ProcessingState = 'queued' | 'running' | 'ready' | 'failed';

type ItemTable = {
  id: string;
  hub_id: string;
  space_id: string;
  scope_id: string;
  parent_id: string | null;
  kind: ItemKind;
  title: string;
  visibility: Generated<Visibility>;
  content: string | null;
  file_sha256: string | null;
  file_name: string | null;
  mime: string | null;
  size: Generated<number>;
  processing_state: Generated<ProcessingState>;
  processing_code: string | null;
  processing_reason: string | null;
  processing_progress: number | null;
  meta: Json<Record<string, unknown>>;
  version: Generated<number>;
  revision: Generated<number>;
  created_by: string;
  updated_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
  trashed_at: Time | null;
  purged_at: Time | null;
  trashed_by: string | null;
};

type ItemGrantTable = {
  item_id: string;
  user_id: string;
  role: ItemRole;
  /** Null for who made it theirs by an act of their own. */
  added_by: string | null;
  created_at: TimeNow;
};

type JobTable = {
  id: string;
  hub_id: string;
  item_id: string | null;
  task: string;
  state: Generated<ProcessingState>;
  progress: number | null;
  done: Generated<number>;
  rejected: Generated<number>;
  reason: string | null;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
};

type PassageTable = {
  id: GeneratedAlways<number>;
  item_id: string;
  /** Counts an item's passages from 0; 0 with no place stands for an item that has a title alone. */
  number: number;
  place: JSONColumnType<PassageLocation, string | null, string | null> | null;
  heading: Generated<string>;
  language: string;
  body: string;
  lexemes: string;
};

type HubWordTable = { hub_id: string; word: string; items: number; in_title: boolean };

type HubLanguageTable = { hub_id: string; language: string; passages: number };

type AuditEntryTable = {
  id: string;
  hub_id: string;
  actor_id: string | null;
  actor_name: Generated<string>;
  actor_email: Generated<string>;
  action: AuditAction;
  target_kind: AuditTarget;
  target_id: string | null;
  target_name: Generated<string>;
  scope_id: string | null;
  was_open: Generated<boolean>;
  details: Json<Record<string, unknown>>;
  address: Generated<string>;
  user_agent: Generated<string>;
  created_at: TimeNow;
};

type ShareLinkTable = {
  id: string;
  hub_id: string;
  /** One of the two. */
  item_id: string | null;
  form_id: string | null;
  role: Exclude<ItemRole, 'owner'>;
  token_hash: string;
  password_hash: string | null;
  created_by: string;
  created_at: TimeNow;
  expires_at: Time | null;
  revoked_at: Time | null;
};

type AccessRequestTable = {
  id: string;
  hub_id: string;
  /** Null where there was no space at the address that was asked for. */
  space_id: string | null;
  slug: string;
  user_id: string;
  role: Exclude<ItemRole, 'owner'>;
  message: Generated<string>;
  created_at: TimeNow;
  ended_at: Time | null;
  outcome: 'approved' | 'rejected' | null;
};

export type MailState = 'queued' | 'sent' | 'refused' | 'expired';

type OutgoingMailTable = {
  id: string;
  template: string;
  state: Generated<MailState>;
  reply_code: number | null;
  created_at: TimeNow;
  ended_at: Time | null;
};

type EmailProofTable = {
  user_id: string;
  email: string;
  code_hash: string;
  tries: Generated<number>;
  created_at: TimeNow;
  expires_at: Time;
};

type SecondFactorTable = {
  user_id: string;
  /** Encrypted (`server/platform/crypto/encrypted-text.ts`). */
  secret: string;
  used_step: Generated<number>;
  created_at: TimeNow;
  confirmed_at: Time | null;
};

type RecoveryCodeTable = { user_id: string; code_hash: string; used_at: Time | null };

type FormTable = {
  id: string;
  hub_id: string;
  space_id: string;
  scope_id: string;
  slug: string;
  title: string;
  description: Generated<string>;
  visibility: Visibility;
  /** The draft's. */
  fields: Json<FieldDefinition[]>;
  layout: Json<FormLayout>;
  translations: Json<FormTranslations>;
  settings: Json<Partial<FormSettings>>;
  /** Who chose the addresses of `settings.notify`: answers are mailed to them in that person's name. */
  notify_by: string | null;
  /** Who changed which part of the settings last. */
  setting_changes: Json<StoredSettingChanges>;
  is_changed: Generated<boolean>;
  published_version: number | null;
  revision: Generated<number>;
  created_by: string;
  updated_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
  trashed_at: Time | null;
  purged_at: Time | null;
  trashed_by: string | null;
};

type FormGrantTable = {
  form_id: string;
  user_id: string;
  role: ItemRole;
  added_by: string | null;
  created_at: TimeNow;
};

type FormVersionTable = {
  form_id: string;
  version: number;
  title: string;
  description: string;
  fields: JSONColumnType<FieldDefinition[], string, string>;
  layout: Json<FormLayout>;
  translations: Json<FormTranslations>;
  language: Generated<string>;
  published_by: string;
  created_at: TimeNow;
};

type SubmissionTable = {
  id: string;
  form_id: string;
  version: number;
  data: JSONColumnType<Record<string, unknown>, string, string>;
  /** By path: what was typed for a value that is stored in another form. */
  typed: JSONColumnType<Record<string, string>, string | null, string | null> | null;
  state: Generated<SubmissionState>;
  submitted_by: string | null;
  person_key: string | null;
  /** In which the form was filled; null where nobody said. */
  language: string | null;
  created_at: TimeNow;
};

type SubmissionValueTable = {
  submission_id: string;
  form_id: string;
  field_id: string;
  position: number;
  text: string | null;
  num: number | null;
  ts: Time | null;
  bool: boolean | null;
  option: string | null;
};

type FormFileTable = {
  id: string;
  form_id: string;
  field_id: string;
  submission_id: string | null;
  file_sha256: string;
  name: string;
  mime: string | null;
  size: number;
  sender_hash: Buffer | null;
  created_at: TimeNow;
};
