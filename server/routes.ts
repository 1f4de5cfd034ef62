import { accountRoutes } from './account/account.routes.ts';
import { coreRoutes } from './core/core.routes.ts';
import { hubRoutes } from './hub/hub.routes.ts';
import type { AnyRoute } from './http/route.ts';

/** Every route below `/api/v1/`, a capability a line. */
export const routes: readonly AnyRoute[] = [...coreRoutes, ...accountRoutes, ...hubRoutes];
