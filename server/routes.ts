import { accountRoutes } from './account/account.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { coreRoutes } from './core/core.routes.ts';
import { fileRoutes } from './file/file.routes.ts';
import type { AnyRoute } from './http/route.ts';
import { hubRoutes } from './hub/hub.routes.ts';
import { hubLifecycleRoutes } from './hub/hub-lifecycle.routes.ts';
import { inviteRoutes } from './hub/invite.routes.ts';
import { joinRequestRoutes } from './hub/join-request.routes.ts';
import { itemRoutes } from './item/item.routes.ts';
import { jobRoutes } from './job/job.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { accessRequestRoutes } from './space/access-request.routes.ts';
import { spaceRoutes } from './space/space.routes.ts';
import { spaceMemberRoutes } from './space/space-member.routes.ts';
import { uploadRoutes } from './upload/upload.routes.ts';
import { walletRoutes } from './wallet/wallet.routes.ts';

/** Every route below `/api/v1/`, a capability a line. */
export const routes: readonly AnyRoute[] = [
  ...coreRoutes,
  ...accountRoutes,
  ...hubRoutes,
  ...hubLifecycleRoutes,
  ...auditRoutes,
  ...inviteRoutes,
  ...joinRequestRoutes,
  ...spaceRoutes,
  ...spaceMemberRoutes,
  ...accessRequestRoutes,
  ...itemRoutes,
  ...uploadRoutes,
  ...fileRoutes,
  ...jobRoutes,
  ...walletRoutes,
  ...searchRoutes,
];
