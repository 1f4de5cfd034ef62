import type { FastifyReply, FastifyRequest } from 'fastify';
import { hubOperations } from '#lib/access/operations.ts';
import { hubParams } from '#lib/contract/hub.ts';
import { archiveQuery, spaceExportQuery } from '#lib/contract/item.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { recordRepeatable } from '#server/access/audit/record-repeatable.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { groupIdsOf } from '#server/access/policy/group-ids.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import { principalsOf } from '#server/access/policy/principals.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { callerOf } from '#server/access/sessions/caller.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { inTransaction, route } from '#server/api/route.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import { zip } from '#server/platform/archives/zip.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { contentDisposition } from '#server/platform/http/content-headers.ts';
import { sendParts } from '#server/platform/http/send-stream.ts';
import { whenClosed } from '#server/platform/http/when-closed.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import type { Services } from '#server/platform/services.ts';
import { type SpaceView, spaceOfHub } from '#server/spaces/space/space.repo.ts';
import { notifyHubExport } from './announce-export.ts';
import { acquireArchiveSlot } from './archive-slots.ts';
import type { Exporter } from './export.repo.ts';
import { readerOf } from './export-reader.ts';
import { acquireExportSlot } from './export-slots.ts';
import { HubArchive } from './hub-archive.ts';
import { itemsArchive, itemsToArchive } from './items-archive.ts';
import { SpaceArchive } from './space-archive.ts';

/** Authorizes an export from scratch: session, active membership, hub and role. */
async function exporterAnew(
  services: Services,
  request: FastifyRequest,
  hub: Authorized<HubView, 'hub.export'>,
): Promise<Exporter> {
  const { user } = await callerOf(services, request, { cookie: 'download' });
  const member = await services.database
    .selectFrom('membership')
    .innerJoin('hub', 'hub.id', 'membership.hub_id')
    .select('membership.role')
    .where('membership.hub_id', '=', hub.id)
    .where('membership.user_id', '=', user?.id ?? null)
    .where('membership.suspended_at', 'is', null)
    .where('hub.deleted_at', 'is', null)
    .executeTakeFirst();
  const role = member?.role ?? null;
  const groups = await groupIdsOf(services.database, { hubId: hub.id, userId: user?.id ?? null });
  if (!hubOperations(role, false).includes('hub.export')) throw notFound('This export');
  return {
    hubId: hub.id,
    principals: principalsOf(user?.id ?? null, role, groups),
    everything: role === 'owner',
  };
}

const archiveNameOf = (name: string): string => `${name}-${new Date().toISOString().slice(0, 10)}.zip`;

function sendsArchive(reply: FastifyReply, name: string): void {
  void reply.type('application/zip').header('Content-Disposition', contentDisposition('attachment', name));
}

/** The space that a download names: of the hub in its address, else of the caller's hub. */
async function spaceToExport(
  services: Services,
  caller: HubCaller,
  { slug, hub }: { slug: string; hub: string | undefined },
): Promise<Authorized<SpaceView, 'space.view'>> {
  const hubId = hub ? (await findHub(services, caller, hub))?.id : caller.hub.id;
  const userId = caller.user?.id ?? null;
  return authorizeSpace(
    hubId ? await spaceOfHub(services.database, hubId, { slug, userId }) : undefined,
    'space.view',
  );
}

export const exportRoutes = [
  route({
    method: 'GET',
    path: 'spaces/:slug/export/',
    readsSpace: 'space',
    summary:
      'What the caller may see of a space as one archive (ZIP): documents in a format, files, tables as CSV, with links between them',
    auth: 'hub',
    acceptsSessionCookie: 'download',
    stream: ['application/zip'],
    params: spaceParams,
    query: spaceExportQuery,
    authorize: ({ services, caller, params, query }) =>
      spaceToExport(services, caller, { slug: params.slug, hub: query.hub }),
    head: ({ authorized, reply }) => sendsArchive(reply, archiveNameOf(authorized.slug)),
    handle: async ({ services, caller, authorized, query, request, reply }) => {
      const giveBack = acquireArchiveSlot({
        hubId: authorized.hub_id,
        userId: caller.user?.id ?? clientAddress(request.ip),
      });
      whenClosed(reply.raw, giveBack);
      // A public space is open to anybody, without a limit.
      const note = caller.hubRole === null ? recordRepeatable : recordAuditEvent;
      await inTransaction(services, (trx) =>
        note(trx, caller, {
          hubId: authorized.hub_id,
          action: 'space.exported',
          target: { kind: 'space', id: authorized.id, name: authorized.name },
          scopeId: authorized.scope_id,
          details: { format: query.format, ...(query.versions ? { versions: true } : {}) },
        }),
      );
      const archive = new SpaceArchive(services, {
        place: { space: authorized.id },
        name: authorized.name,
        format: query.format,
        hasVersions: query.versions,
        reader: () => readerOf(services, request, authorized.hub_id),
        at: new Date(),
      });
      return sendParts(reply, zip(archive.entries()));
    },
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/export/',
    summary:
      'Everything in a hub as one archive (ZIP): for an admin what the admin may see, for the owner all',
    auth: 'user',
    acceptsSessionCookie: 'download',
    stream: ['application/zip'],
    params: hubParams,
    authorize: async ({ services, caller, params }) =>
      authorizeHub(await findHub(services, caller, params.handle), 'hub.export'),
    head: ({ authorized, reply }) => sendsArchive(reply, archiveNameOf(authorized.handle)),
    handle: async ({ services, caller, authorized, request, reply }) => {
      const giveBack = acquireExportSlot({ hubId: authorized.id, userId: caller.user.id });
      whenClosed(reply.raw, giveBack);
      const at = new Date();
      await notifyHubExport(services, caller, authorized, at);
      const archive = new HubArchive(services, {
        hub: authorized,
        exportedBy: { id: caller.user.id, email: caller.user.email },
        exporter: () => exporterAnew(services, request, authorized),
        at,
      });
      return sendParts(reply, zip(archive.entries()));
    },
  }),
  route({
    method: 'GET',
    path: 'items/archive/',
    summary: 'Several items as one archive (ZIP), folders with what lies in them that the caller may see',
    auth: 'anyone',
    acceptsSessionCookie: 'download',
    stream: ['application/zip'],
    query: archiveQuery,
    authorize: ({ services, caller, query }) => itemsToArchive(services, caller, query.ids),
    head: ({ authorized, reply }) => sendsArchive(reply, authorized.name),
    handle: async ({ services, caller, authorized, request, reply }) => {
      const giveBack = acquireArchiveSlot({
        hubId: authorized.hubId,
        userId: caller.user?.id ?? clientAddress(request.ip),
      });
      whenClosed(reply.raw, giveBack);
      const readerAnew = () => readerOf(services, request, authorized.hubId);
      return sendParts(reply, zip(itemsArchive(services, { ids: authorized.ids, reader: readerAnew })));
    },
  }),
];
