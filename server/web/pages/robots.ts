import type { FastifyInstance } from 'fastify';
import { PERSONAL_PAGES } from '#lib/text/handle.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';

/** For every robot (RFC 9309): `$` ends a path, so that `/searchers`, a hub, is not matched by `/search`. */
const PERSONAL = [
  ...PERSONAL_PAGES.flatMap((page) => [`/${page}$`, `/${page}?`, `/${page}/`]),
  '/api/',
  '/ws',
  ...['/*/members', '/*/settings', '/*/*/people', '/*/*/trash'].flatMap((page) => [
    `${page}$`,
    `${page}?`,
    `${page}/`,
  ]),
];

/**
 * The assets of pages, the start page and the pages of forms, which declare themselves whether they may be
 * listed.
 */
const FOR_EVERY_HUB = [
  '/$',
  '/_next/',
  '/fonts/',
  '/theme/',
  '/f/',
  '/*.png$',
  '/favicon.ico$',
  '/icon.svg$',
];

async function isAnyHubIndexed(database: Database): Promise<boolean> {
  const hub = await database
    .selectFrom('hub')
    .select('id')
    .where('allow_indexing', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return hub !== undefined;
}

/**
 * `/robots.txt`. It names no hub, so that it reveals none: where one allows indexing, the pages of the others
 * declare `noindex` themselves.
 */
export function mountRobots(app: FastifyInstance, { database, config }: Services): void {
  app.get('/robots.txt', async (_request, reply) => {
    const isIndexed = await isAnyHubIndexed(database);
    const rules = isIndexed
      ? PERSONAL.map((path) => `Disallow: ${path}`)
      : ['Disallow: /', ...FOR_EVERY_HUB.map((path) => `Allow: ${path}`)];
    const sitemap = isIndexed ? ['', `Sitemap: ${config.publicUrl}/sitemap.xml`] : [];
    reply.header('Cache-Control', 'public, max-age=300');
    return reply
      .type('text/plain; charset=utf-8')
      .send(['User-agent: *', ...rules, ...sitemap, ''].join('\n'));
  });
}
