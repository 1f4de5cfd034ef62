import { accountRoutes } from './account/account.routes.ts';
import { emailRoutes } from './account/email.routes.ts';
import { secondFactorRoutes } from './account/second-factor.routes.ts';
import { activityRoutes } from './activity/activity.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { coreRoutes } from './core/core.routes.ts';
import { exportRoutes } from './export/export.routes.ts';
import { fileRoutes } from './file/file.routes.ts';
import { formRoutes } from './form/form.routes.ts';
import { formEditorRoutes } from './form/form-editors.routes.ts';
import { listedFormRoutes } from './form/listed-forms.ts';
import { formDraftRoutes } from './form-draft/form-draft.routes.ts';
import { formPictureRoutes } from './form-picture/form-picture.routes.ts';
import type { AnyRoute } from './http/route.ts';
import { hubRoutes } from './hub/hub.routes.ts';
import { hubLifecycleRoutes } from './hub/hub-lifecycle.routes.ts';
import { inviteRoutes } from './hub/invite.routes.ts';
import { joinRequestRoutes } from './hub/join-request.routes.ts';
import { memberRoutes } from './hub/member.routes.ts';
import { itemRoutes } from './item/item.routes.ts';
import { jobRoutes } from './job/job.routes.ts';
import { directoryRoutes } from './search/directory.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { accessRoutes } from './sharing/access.routes.ts';
import { shareLinkRoutes } from './sharing/share-link.routes.ts';
import { visitorPageRoutes } from './sharing/visitor-page.routes.ts';
import { accessRequestRoutes } from './space/access-request.routes.ts';
import { spaceRoutes } from './space/space.routes.ts';
import { spaceLifecycleRoutes } from './space/space-lifecycle.routes.ts';
import { spaceMemberRoutes } from './space/space-member.routes.ts';
import { spaceShortcutRoutes } from './space/space-shortcut.routes.ts';
import { formUploadRoutes } from './submission/form-upload.routes.ts';
import { ownAnswerRoutes } from './submission/own-answer.routes.ts';
import { progressRoutes } from './submission/progress.routes.ts';
import { publicFormRoutes } from './submission/public-form.routes.ts';
import { submissionRoutes } from './submission/submission.routes.ts';
import { trashedAnswerRoutes } from './submission/trashed-answer.routes.ts';
import { rowFileRoutes } from './table/row-file.routes.ts';
import { tableRoutes } from './table/table.routes.ts';
import { trashRoutes } from './trash/trash.routes.ts';
import { uploadRoutes } from './upload/upload.routes.ts';
import { walletRoutes } from './wallet/wallet.routes.ts';
import { webhookRoutes } from './webhook/webhook.routes.ts';

/** Every route below `/api/v1/`, a capability a line. */
export const routes: readonly AnyRoute[] = [
  ...coreRoutes,
  ...accountRoutes,
  ...emailRoutes,
  ...secondFactorRoutes,
  ...hubRoutes,
  ...hubLifecycleRoutes,
  ...auditRoutes,
  ...exportRoutes,
  ...inviteRoutes,
  ...joinRequestRoutes,
  ...memberRoutes,
  ...spaceRoutes,
  ...spaceShortcutRoutes,
  ...spaceMemberRoutes,
  ...accessRequestRoutes,
  ...spaceLifecycleRoutes,
  ...trashRoutes,
  ...itemRoutes,
  ...tableRoutes,
  ...rowFileRoutes,
  ...uploadRoutes,
  ...fileRoutes,
  ...formPictureRoutes,
  ...jobRoutes,
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
  ...ownAnswerRoutes,
  ...formDraftRoutes,
  ...listedFormRoutes,
  ...submissionRoutes,
  ...trashedAnswerRoutes,
  ...progressRoutes,
  ...webhookRoutes,
];
