import { z } from 'zod';
import {
  changeTemplateRequest,
  createTemplateRequest,
  type DocumentTemplate,
  documentTemplate,
  documentTemplateText,
  templateParams,
} from '#lib/contract/document-template.ts';
import { hubParams } from '#lib/contract/hub.ts';
import { ROWS_MAX_BYTES } from '#lib/contract/table-limits.ts';
import { authorizeHub, hubAllowed } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import { renderTexts } from '#server/items/documents/render-texts.ts';
import type { Services } from '#server/platform/services.ts';
import type { ShippedTemplate } from './shipped-template.ts';
import { SHIPPED_TEMPLATES } from './shipped-templates.ts';
import { type TemplateRow, templatesOfHub } from './template.repo.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  managesTemplate,
  requireTemplate,
} from './template.service.ts';

type TemplateContext = { services: Services; caller: Caller; params: { handle: string } };

/** Guests have the app's templates; the hub's own are for its members. */
const listing = async ({ services, caller, params }: TemplateContext) =>
  authorizeHub(await findHub(services, caller, params.handle), 'hub.view');
const ofMembers = async ({ services, caller, params }: TemplateContext) =>
  authorizeHub(await findHub(services, caller, params.handle), 'hub.members');

function presentTemplate(hub: HubView, caller: Caller, template: TemplateRow): DocumentTemplate {
  const { id, title, description, created_by, creator_name, updated_at } = template;
  return {
    id,
    title,
    description,
    created_by: { id: created_by, name: creator_name },
    updated_at: updated_at.toISOString(),
    allowed: managesTemplate(hub, caller, template) ? ['change', 'delete'] : [],
  };
}

const presentShipped = ({ id, title, description }: ShippedTemplate): DocumentTemplate => ({
  id,
  title,
  description,
  created_by: null,
  updated_at: null,
  allowed: [],
});

export const templateRoutes = [
  route({
    method: 'GET',
    path: 'hubs/:handle/templates/',
    summary: 'What a document can begin as: the hub’s own templates, not for guests, and those of the app',
    auth: 'user',
    params: hubParams,
    authorize: listing,
    handle: async ({ services, caller, authorized }) => {
      const isMember = hubAllowed(authorized).includes('hub.members');
      const own = isMember ? await templatesOfHub(services.database, authorized.id) : [];
      return [
        ...own.map((template) => presentTemplate(authorized, caller, template)),
        ...SHIPPED_TEMPLATES.map(presentShipped),
      ];
    },
    response: z.array(documentTemplate),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/templates/',
    publishes: 'nothing',
    summary: 'Save a text as a template of the hub; not for guests',
    auth: 'user',
    params: hubParams,
    body: createTemplateRequest,
    bodyLimit: ROWS_MAX_BYTES,
    status: 201,
    authorize: ofMembers,
    handle: async ({ services, caller, authorized, body }) =>
      presentTemplate(authorized, caller, await createTemplate(services, caller, authorized, body)),
    response: documentTemplate,
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/templates/:id/',
    summary: 'A template with its text',
    auth: 'user',
    params: templateParams,
    authorize: listing,
    handle: async ({ services, caller, authorized, params }) => {
      const shipped = SHIPPED_TEMPLATES.find(({ id }) => id === params.id);
      const own = shipped
        ? null
        : await requireTemplate(services, await ofMembers({ services, caller, params }), params.id);
      const content = shipped?.content ?? own?.content ?? '';
      const { html } = await renderTexts(services, [content], caller.user.id);
      const template = own ? presentTemplate(authorized, caller, own) : shipped && presentShipped(shipped);
      return { ...documentTemplate.parse(template), content, html: html?.[0] ?? null };
    },
    response: documentTemplateText,
  }),
  route({
    method: 'PATCH',
    path: 'hubs/:handle/templates/:id/',
    publishes: 'nothing',
    summary: 'Change the title or description of one of the hub’s templates',
    auth: 'user',
    params: templateParams,
    body: changeTemplateRequest,
    authorize: ofMembers,
    handle: async ({ services, caller, authorized, params, body }) =>
      presentTemplate(
        authorized,
        caller,
        await changeTemplate(services, caller, authorized, { id: params.id, ...body }),
      ),
    response: documentTemplate,
  }),
  route({
    method: 'DELETE',
    path: 'hubs/:handle/templates/:id/',
    publishes: 'nothing',
    summary: 'Delete one of the hub’s templates; documents that began with it stay',
    auth: 'user',
    params: templateParams,
    authorize: ofMembers,
    handle: async ({ services, caller, authorized, params }) => {
      await deleteTemplate(services, caller, authorized, params.id);
      return messageEnvelope('The template is deleted.', null);
    },
    response: z.null(),
  }),
];
