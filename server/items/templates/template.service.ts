import type { z } from 'zod';
import {
  type changeTemplateRequest,
  type createTemplateRequest,
  TEMPLATES_MAX,
} from '#lib/contract/document-template.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { hubAllowed } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import { newId } from '#server/platform/database/id.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { countTemplates, type TemplateRow, templateById } from './template.repo.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };
/** Members of the hub, not its guests. */
type OfMembers = Authorized<HubView, 'hub.members'>;

/** Whether the caller may change and delete a template: its creator, and who may change the hub. */
export const managesTemplate = (hub: HubView, caller: Caller, template: Pick<TemplateRow, 'created_by'>) =>
  template.created_by === caller.user?.id || hubAllowed(hub).includes('hub.change');

/** @throws ApiError 404 where the hub has no such template */
export async function requireTemplate(
  { database }: Pick<Services, 'database'>,
  hub: OfMembers,
  id: string,
): Promise<TemplateRow & { content: string }> {
  const template = await templateById(database, hub.id, id);
  if (!template) throw notFound('This template');
  return template;
}

async function requireManaged(services: Services, caller: SignedIn, hub: OfMembers, id: string) {
  const template = await requireTemplate(services, hub, id);
  if (!managesTemplate(hub, caller, template)) throw forbidden();
  return template;
}

/** @throws ApiError 409 where the hub has as many as it may have */
export async function createTemplate(
  services: Services,
  caller: SignedIn,
  hub: OfMembers,
  { title, description = '', content }: z.output<typeof createTemplateRequest>,
): Promise<TemplateRow> {
  const id = newId();
  await inTransaction(services, async (trx) => {
    if ((await countTemplates(trx, hub.id)) >= TEMPLATES_MAX)
      throw conflict('too_many_templates', `A hub has at most ${TEMPLATES_MAX} templates. Delete one first.`);
    await trx
      .insertInto('document_template')
      .values({ id, hub_id: hub.id, title, description, content, created_by: caller.user.id })
      .execute();
  });
  return requireTemplate(services, hub, id);
}

/** @throws ApiError 403 for others than its creator and the hub's admins */
export async function changeTemplate(
  services: Services,
  caller: SignedIn,
  hub: OfMembers,
  { id, ...change }: { id: string } & z.output<typeof changeTemplateRequest>,
): Promise<TemplateRow> {
  const template = await requireManaged(services, caller, hub, id);
  const { title = template.title, description = template.description } = change;
  await services.database
    .updateTable('document_template')
    .set({ title, description, updated_at: new Date() })
    .where('id', '=', template.id)
    .execute();
  return requireTemplate(services, hub, id);
}

/** @throws ApiError 403 for others than its creator and the hub's admins */
export async function deleteTemplate(
  services: Services,
  caller: SignedIn,
  hub: OfMembers,
  id: string,
): Promise<void> {
  const template = await requireManaged(services, caller, hub, id);
  await services.database.deleteFrom('document_template').where('id', '=', template.id).execute();
}
