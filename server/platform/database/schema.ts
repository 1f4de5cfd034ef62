import type { AccountTables } from '#server/platform/database/schema/accounts.ts';
import type { DiscussionTables } from '#server/platform/database/schema/discussions.ts';
import type { DocumentTables } from '#server/platform/database/schema/documents.ts';
import type { FormDestinationTables } from '#server/platform/database/schema/form-destinations.ts';
import type { FormDraftTables } from '#server/platform/database/schema/form-drafts.ts';
import type { FormEditorTables } from '#server/platform/database/schema/form-editors.ts';
import type { FormPictureTables } from '#server/platform/database/schema/form-pictures.ts';
import type { FormUploadTables } from '#server/platform/database/schema/form-uploads.ts';
import type { FormTables } from '#server/platform/database/schema/forms.ts';
import type { GroupTables } from '#server/platform/database/schema/groups.ts';
import type { HubTables } from '#server/platform/database/schema/hubs.ts';
import type { ItemWatchTables } from '#server/platform/database/schema/item-watches.ts';
import type { ItemTables } from '#server/platform/database/schema/items.ts';
import type { NotificationTables } from '#server/platform/database/schema/notifications.ts';
import type { RequestTables } from '#server/platform/database/schema/requests.ts';
import type { SpaceShortcutTables } from '#server/platform/database/schema/space-shortcuts.ts';
import type { SpaceTables } from '#server/platform/database/schema/spaces.ts';
import type { SubmissionDeliveryTables } from '#server/platform/database/schema/submission-delivery.ts';
import type { SubmissionNoteTables } from '#server/platform/database/schema/submission-notes.ts';
import type { UserTables } from '#server/platform/database/schema/tables.ts';

/** The database as Kysely sees it, one type a table, by domain. */
export type Schema = AccountTables &
  HubTables &
  SpaceTables &
  ItemTables &
  FormTables &
  GroupTables &
  RequestTables &
  FormDestinationTables &
  SubmissionDeliveryTables &
  SubmissionNoteTables &
  DiscussionTables &
  DocumentTables &
  FormDraftTables &
  FormEditorTables &
  SpaceShortcutTables &
  ItemWatchTables &
  NotificationTables &
  FormPictureTables &
  FormUploadTables &
  UserTables;
