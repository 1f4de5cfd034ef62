import type { FastifyInstance } from 'fastify';
import { mountTokenEndpoint } from '#server/access/sessions/token-endpoint.ts';
import { mountSignOn } from '#server/accounts/single-sign-on/sign-on.pages.ts';
import { mountRoutes } from '#server/api/mount-routes.ts';
import { mountOpenApi } from '#server/api/openapi.ts';
import { mountCrossOrigin } from '#server/platform/http/cross-origin.ts';
import type { Services } from '#server/platform/services.ts';
import { mountDiagramFiles } from '#server/web/pages/diagram-files.ts';
import { mountFeed } from '#server/web/pages/feed.ts';
import { mountPostedForms } from '#server/web/pages/posted-form.ts';
import { mountRobots } from '#server/web/pages/robots.ts';
import { mountSitemap } from '#server/web/pages/sitemap.ts';
import { mountUnsubscribe } from '#server/web/pages/unsubscribe.ts';
import { routes } from './routes.ts';

/** Mounts all that is served without pages: the token endpoint, `/api/v1/`, and what robots read. */
export function mountApi(app: FastifyInstance, services: Services): void {
  mountCrossOrigin(app, services.config.publicUrl);
  mountTokenEndpoint(app, services);
  mountPostedForms(app, services);
  mountRobots(app, services);
  mountSitemap(app, services);
  mountFeed(app, services);
  mountUnsubscribe(app, services);
  mountSignOn(app, services);
  mountDiagramFiles(app);
  mountRoutes(app, services, routes);
  mountOpenApi(app, routes, services.config);
}
