import { accountRoutes } from '#server/accounts/account.routes.ts';
import { emailRoutes } from '#server/accounts/email.routes.ts';
import { secondFactorRoutes } from '#server/accounts/second-factor.routes.ts';
import { identityRoutes } from '#server/accounts/single-sign-on/identity.routes.ts';
import type { AnyRoute } from '#server/api/route.ts';
import { trashedSubmissionRoutes } from '#server/forms/deletion/trashed-submission.routes.ts';
import { destinationRoutes } from '#server/forms/destination/destination.routes.ts';
import { formDraftRoutes } from '#server/forms/drafts/form-draft.routes.ts';
import { progressRoutes } from '#server/forms/fill/progress.routes.ts';
import { publicFormRoutes } from '#server/forms/fill/public-form.routes.ts';
import { formPictureRoutes } from '#server/forms/images/form-picture.routes.ts';
import { formRoutes } from '#server/forms/management/form.routes.ts';
import { formEditorRoutes } from '#server/forms/management/form-editors.routes.ts';
import { listedFormRoutes } from '#server/forms/management/listed-forms.ts';
import { ownSubmissionRoutes } from '#server/forms/receipts/own-submission.routes.ts';
import { submissionRoutes } from '#server/forms/submissions/submission.routes.ts';
import { formUploadRoutes } from '#server/forms/uploads/form-upload.routes.ts';
import { webhookRoutes } from '#server/forms/webhooks/webhook.routes.ts';
import { auditRoutes } from '#server/hubs/audit/audit.routes.ts';
import { groupRoutes } from '#server/hubs/groups/group.routes.ts';
import { inviteRoutes } from '#server/hubs/invites/invite.routes.ts';
import { joinRequestRoutes } from '#server/hubs/join-requests/join-request.routes.ts';
import { memberRoutes } from '#server/hubs/members/member.routes.ts';
import { notificationRoutes } from '#server/hubs/notifications/notification.routes.ts';
import { hubRoutes } from '#server/hubs/settings/hub.routes.ts';
import { hubLifecycleRoutes } from '#server/hubs/settings/hub-lifecycle.routes.ts';
import { walletRoutes } from '#server/hubs/usage/wallet.routes.ts';
import { activityRoutes } from '#server/items/activity/activity.routes.ts';
import { contentRoutes } from '#server/items/collaboration/content.routes.ts';
import { taskRoutes } from '#server/items/collaboration/task.routes.ts';
import { writersNowRoutes } from '#server/items/collaboration/writers-now.routes.ts';
import { commentRoutes } from '#server/items/discussions/comments/comment.routes.ts';
import { discussionPictureRoutes } from '#server/items/discussions/pictures/discussion-picture.routes.ts';
import { postRoutes } from '#server/items/discussions/posts/post.routes.ts';
import { favouriteItemRoutes } from '#server/items/favourites/favourite-item.routes.ts';
import { fileRoutes } from '#server/items/files/file.routes.ts';
import { documentImportRoutes } from '#server/items/imports/document-import.routes.ts';
import { itemRoutes } from '#server/items/item/item.routes.ts';
import { registerItemKinds } from '#server/items/item/item-kinds.ts';
import { itemTreeRoutes } from '#server/items/item/item-tree.routes.ts';
import { largeCopyRoutes } from '#server/items/item/large-copy.routes.ts';
import { itemLinkRoutes } from '#server/items/links/item-link.routes.ts';
import { templateRoutes } from '#server/items/templates/template.routes.ts';
import { uploadRoutes } from '#server/items/uploads/upload.routes.ts';
import { watchRoutes } from '#server/items/watching/watch.routes.ts';
import { accessRequestRoutes } from '#server/spaces/access-requests/access-request.routes.ts';
import { spaceMemberRoutes } from '#server/spaces/members/space-member.routes.ts';
import { createHubRoutes } from '#server/spaces/new-hub/create-hub.routes.ts';
import { spaceRoutes } from '#server/spaces/space/space.routes.ts';
import { spaceShortcutRoutes } from '#server/spaces/space/space-shortcut.routes.ts';
import { bulkChangeRoutes } from '#server/tables/bulk/bulk-change.routes.ts';
import { contactRoutes } from '#server/tables/contacts/contact.routes.ts';
import { contactCardRoutes } from '#server/tables/contacts/contact-card.routes.ts';
import { labelRoutes } from '#server/tables/contacts/label.routes.ts';
import { memberContactRoutes } from '#server/tables/contacts/member-contact.routes.ts';
import { personSubmissionRoutes } from '#server/tables/contacts/person-submission.routes.ts';
import { convertItemRoutes } from '#server/tables/convert-item.routes.ts';
import { cursorRoutes } from '#server/tables/cursor.routes.ts';
import { deletedColumnRoutes } from '#server/tables/deleted-column.routes.ts';
import { importRoutes } from '#server/tables/import/import.routes.ts';
import { jobRoutes } from '#server/tables/import/job.routes.ts';
import { pasteRoutes } from '#server/tables/paste.routes.ts';
import { rowRoutes } from '#server/tables/row.routes.ts';
import { rowFileRoutes } from '#server/tables/row-file.routes.ts';
import { sharedViewRoutes } from '#server/tables/shared-views/shared-view.routes.ts';
import { tableRoutes } from '#server/tables/table.routes.ts';
import { tableKind } from '#server/tables/table-kind.ts';
import { viewRoutes } from '#server/tables/views/view.routes.ts';
import { spaceLifecycleRoutes } from '#server/trash/space-lifecycle.routes.ts';
import { coreRoutes } from '#server/web/settings/core.routes.ts';
import { exportRoutes } from './export/export.routes.ts';
import { itemExportRoutes } from './export/item-export.routes.ts';
import { directoryRoutes } from './search/directory.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { accessRoutes } from './sharing/access.routes.ts';
import { embedRoutes } from './sharing/embed.routes.ts';
import { shareLinkRoutes } from './sharing/share-link.routes.ts';
import { visitorPageRoutes } from './sharing/visitor-page.routes.ts';
import { trashRoutes } from './trash/trash.routes.ts';

registerItemKinds([tableKind]);

/** Every route below `/api/v1/`, a capability a line. */
const typedRoutes = [
  ...coreRoutes,
  ...accountRoutes,
  ...emailRoutes,
  ...secondFactorRoutes,
  ...identityRoutes,
  ...hubRoutes,
  ...createHubRoutes,
  ...hubLifecycleRoutes,
  ...auditRoutes,
  ...exportRoutes,
  ...itemExportRoutes,
  ...inviteRoutes,
  ...joinRequestRoutes,
  ...memberRoutes,
  ...groupRoutes,
  ...spaceRoutes,
  ...spaceShortcutRoutes,
  ...spaceMemberRoutes,
  ...accessRequestRoutes,
  ...spaceLifecycleRoutes,
  ...trashRoutes,
  ...itemRoutes,
  ...largeCopyRoutes,
  ...favouriteItemRoutes,
  ...watchRoutes,
  ...notificationRoutes,
  ...itemTreeRoutes,
  ...itemLinkRoutes,
  ...writersNowRoutes,
  ...taskRoutes,
  ...templateRoutes,
  ...contentRoutes,
  ...embedRoutes,
  ...commentRoutes,
  ...postRoutes,
  ...discussionPictureRoutes,
  ...documentImportRoutes,
  ...tableRoutes,
  ...bulkChangeRoutes,
  ...rowRoutes,
  ...deletedColumnRoutes,
  ...viewRoutes,
  ...cursorRoutes,
  ...sharedViewRoutes,
  ...contactRoutes,
  ...contactCardRoutes,
  ...labelRoutes,
  ...memberContactRoutes,
  ...personSubmissionRoutes,
  ...pasteRoutes,
  ...rowFileRoutes,
  ...uploadRoutes,
  ...fileRoutes,
  ...formPictureRoutes,
  ...jobRoutes,
  ...importRoutes,
  ...convertItemRoutes,
  ...walletRoutes,
  ...searchRoutes,
  ...directoryRoutes,
  ...activityRoutes,
  ...accessRoutes,
  ...shareLinkRoutes,
  ...visitorPageRoutes,
  ...formRoutes,
  ...formEditorRoutes,
  ...publicFormRoutes,
  ...formUploadRoutes,
  ...ownSubmissionRoutes,
  ...formDraftRoutes,
  ...listedFormRoutes,
  ...submissionRoutes,
  ...trashedSubmissionRoutes,
  ...progressRoutes,
  ...destinationRoutes,
  ...webhookRoutes,
];

export const routes: readonly AnyRoute[] = typedRoutes;

/** What callers know of the routes by type: `services/api.ts` takes requests and responses from it. */
export type ApiRoute = NonNullable<(typeof typedRoutes)[number]['types']>;
