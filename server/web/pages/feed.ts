import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { itemPath } from '#lib/browser/item-path.ts';
import { readableScopes } from '#server/access/policy/role-on-scope.ts';
import { hubIdOfHandle } from '#server/hubs/hub/former-handle.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { consumeLimits, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';

/** Entries of a feed: readers ask again before that many more are written. */
const ENTRIES = 50;
/** Readers ask a few times an hour; many of them may share an address. */
const READS: Limit = { name: 'feed', most: 300, seconds: 60 };

type FeedSpace = {
  id: string;
  hub_id: string;
  handle: string;
  slug: string;
  name: string;
  description: string;
  updated_at: Date;
};
type FeedItem = { id: string; title: string; created_at: Date; updated_at: Date };

// What XML 1.0 has no way to write is left out.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string) =>
  text.replace(NOT_IN_XML, '').replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** A public space by the handle that its hub has or had, and its slug; undefined for any other. */
async function publicSpace(database: Database, handle: string, slug: string): Promise<FeedSpace | undefined> {
  const { rows } = await sql<FeedSpace>`
    select space.id, space.hub_id, hub.handle, space.slug, space.name, space.description, space.updated_at
    from hub join space on space.hub_id = hub.id and space.deleted_at is null
    where hub.id = (${hubIdOfHandle(handle)}) and hub.deleted_at is null and lower(space.slug) = lower(${slug})
      and exists (select from scope_access list where list.scope_id = space.scope_id and list.principal = '*')`.execute(
    database,
  );
  return rows[0];
}

/** What everybody may see in a space, last changed first. */
async function latestItems(database: Database, space: FeedSpace): Promise<FeedItem[]> {
  const { rows } = await sql<FeedItem>`
    select item.id, item.title, item.created_at, item.updated_at
    from item join ${readableScopes(space.hub_id, ['*'], space.id)} seen on seen.scope_id = item.scope_id
    where item.space_id = ${space.id} and item.trashed_at is null and item.archived_at is null
      and item.kind <> 'folder'
    order by item.updated_at desc, item.id desc limit ${ENTRIES}`.execute(database);
  return rows;
}

function atomFile(space: FeedSpace, items: readonly FeedItem[], publicUrl: string): string {
  const page = `${publicUrl}/${space.handle}/${space.slug}`;
  const self = `${publicUrl}/feed.xml?${new URLSearchParams({ hub: space.handle, space: space.slug })}`;
  const entries = items.map((item) => {
    const address = `${publicUrl}${encodeURI(itemPath(space.handle, { ...item, space_slug: space.slug }))}`;
    return [
      `<entry><id>urn:uuid:${item.id}</id><title>${escaped(item.title)}</title>`,
      `<link href="${escaped(address)}"/><published>${item.created_at.toISOString()}</published>`,
      `<updated>${item.updated_at.toISOString()}</updated></entry>`,
    ].join('');
  });
  const subtitle = space.description ? `<subtitle>${escaped(space.description)}</subtitle>` : '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:${space.id}</id><title>${escaped(space.name)}</title>`,
    `${subtitle}<link rel="self" href="${escaped(self)}"/><link href="${escaped(page)}"/>`,
    // A space may be public in a hub that is not: the hub is not named, nor is anybody of it.
    `<author><name>${escaped(space.name)}</name></author>`,
    `<updated>${(items[0]?.updated_at ?? space.updated_at).toISOString()}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

/** `/feed.xml?hub=…&space=…` (Atom, RFC 4287): what was changed last in a public space. */
export function mountFeed(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  app.get<{ Querystring: { hub?: unknown; space?: unknown } }>('/feed.xml', async (request, reply) => {
    const { hub, space: slug } = request.query;
    await consumeLimits(services, [limitCounter(READS, clientAddress(request.ip))]);
    const isNamed = typeof hub === 'string' && typeof slug === 'string';
    const space = isNamed ? await publicSpace(database, hub, slug) : undefined;
    if (!space) throw new ApiError(404, 'not_found', 'There is no such feed.');
    reply.header('Cache-Control', 'public, max-age=300').type('application/atom+xml; charset=utf-8');
    return reply.send(atomFile(space, await latestItems(database, space), config.publicUrl));
  });
}
