import type { Generated, JSONColumnType } from 'kysely';
import type { ItemRole, Visibility } from '#lib/access/roles.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { StoredSettingChanges } from '#lib/contract/merge-settings.ts';
import type { SubmissionState } from '#lib/contract/submission-limits.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import type { FormTranslations } from '#lib/forms/translations.ts';
import type { Json, Time, TimeNow } from './column-types.ts';
import type { SubmissionDeliveryColumns } from './submission-delivery.ts';
import type { SubmissionAssignmentColumns } from './submission-notes.ts';

/** Forms, their versions and their submissions. */
export type FormTables = {
  form: FormTable;
  form_grant: FormGrantTable;
  form_version: FormVersionTable;
  submission: SubmissionTable & SubmissionDeliveryColumns & SubmissionAssignmentColumns;
  submission_value: SubmissionValueTable;
  form_file: FormFileTable;
};

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
  /** Who chose the addresses of `settings.notify`: submissions are mailed to them in that user's name. */
  notify_by: string | null;
  /** Who last changed which part of the settings. */
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
  /** Whether submissions of the archive that it came with are not all here yet. */
  awaits_submissions: Generated<boolean>;
  /** Whether the notes on them, and what they were before they were changed, came with an archive. */
  has_imported_notes: Generated<boolean>;
  has_imported_history: Generated<boolean>;
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
  /** By path: what was typed for a value that is stored in another format. */
  typed: JSONColumnType<Record<string, string>, string | null, string | null> | null;
  state: Generated<SubmissionState>;
  submitted_by: string | null;
  /** Who submitted an imported one, where that is nobody's account here. */
  imported_submitter: string | null;
  person_key: string | null;
  /** The language in which the form was filled; null where it is unknown. */
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
