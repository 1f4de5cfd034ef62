import { z } from 'zod';
import {
  changeFormRequest,
  createFormRequest,
  DEFINITION_MAX_BYTES,
  form,
  formEntry,
  formListQuery,
  formParams,
  formSchema,
  formVersion,
  formVersionEntry,
  formVersionParams,
  publishResult,
} from '#lib/contract/form.ts';
import { formChanges } from '#lib/contract/form-changes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { jsonSchemaOf } from '#lib/fields/json-schema.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { formEvent, spaceEvent } from '#server/api/write-events.ts';
import {
  presentFormEntry,
  presentVersion,
  presentVersionEntry,
} from '#server/forms/definition/form.presenter.ts';
import {
  countSubmissions,
  formById,
  formsOfSpace,
  versionOf,
  versionsOf,
} from '#server/forms/definition/form.repo.ts';
import { describeFormChanges } from '#server/forms/definition/form-changes.ts';
import { formNotPublished } from '#server/forms/definition/form-state.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { changeForm, createForm, describeForm, publishForm } from './form.service.ts';
import { purgeForm, restoreForm, trashForm } from './trash-form.ts';

/** The number of a version in an address; anything else is no version. */
const versionNumber = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

export const formRoutes = [
  route({
    method: 'GET',
    path: 'spaces/:slug/forms/',
    readsSpace: 'space',
    summary: 'The forms of a space that the caller may see, last changed first; without their fields',
    auth: 'hub',
    params: spaceParams,
    query: formListQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, caller, query, authorized }) => {
      const { page, page_size } = query;
      const forms = await formsOfSpace(services.database, caller, authorized, query);
      const counts = await countSubmissions(
        services.database,
        forms.map(({ id }) => id),
      );
      const isWhole = page === 1 && forms.length < page_size;
      return listEnvelope(
        forms.map((one) => presentFormEntry(one, counts.get(one.id))),
        { page, page_size, count: isWhole ? forms.length : null },
      );
    },
    response: z.array(formEntry),
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/forms/',
    summary: 'Create a form; nobody but its editors sees it before it is published',
    auth: 'hub user',
    params: spaceParams,
    body: createFormRequest,
    bodyLimit: DEFINITION_MAX_BYTES,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.create_item'),
    handle: ({ services, caller, body, authorized }) => createForm(services, caller, authorized, body),
    present: (made, { services }) => describeForm(services.database, made),
    publishes: ({ authorized, result }) => [spaceEvent(authorized), formEvent(result)],
    status: 201,
    response: form,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/',
    summary: 'A form: its draft for editors, what was published for others',
    auth: 'anyone',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.view'),
    handle: ({ services, authorized }) => describeForm(services.database, authorized),
    response: form,
  }),
  route({
    method: 'PATCH',
    path: 'forms/:id/',
    acceptsRevision: true,
    summary:
      'Change a form: visibility and settings at once, title, description and fields at the next publish',
    auth: 'user',
    params: formParams,
    body: changeFormRequest,
    bodyLimit: DEFINITION_MAX_BYTES,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.change'),
    handle: ({ services, caller, body, authorized, request }) =>
      changeForm(services, caller, authorized, body, expectedRevision(request)),
    present: (changed, { services }) => describeForm(services.database, changed),
    publishes: ({ authorized }) => [formEvent(authorized)],
    response: form,
    refusalData: form,
  }),
  route({
    method: 'DELETE',
    path: 'forms/:id/',
    acceptsRevision: true,
    summary: 'Move a form to the trash, with its submissions',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.trash'),
    handle: ({ services, caller, authorized, request }) =>
      trashForm(services, caller, authorized, expectedRevision(request)),
    present: (trashed, { services }) => describeForm(services.database, trashed),
    publishes: ({ authorized }) => [formEvent(authorized)],
    response: form,
    refusalData: form,
  }),
  route({
    method: 'POST',
    path: 'forms/:id/restore/',
    summary: 'Take a form out of the trash',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.restore'),
    handle: ({ services, caller, authorized }) => restoreForm(services, caller, authorized),
    present: (restored, { services }) => describeForm(services.database, restored),
    publishes: ({ authorized }) => [formEvent(authorized)],
    response: form,
  }),
  route({
    method: 'DELETE',
    path: 'trash/forms/:id/',
    summary: 'Permanently delete a form in the trash, with its submissions',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.delete'),
    handle: async ({ services, caller, authorized }) => {
      await purgeForm(services, caller, authorized);
      return messageEnvelope('It is deleted for ever.');
    },
    publishes: ({ authorized }) => [formEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'forms/:id/publish/',
    acceptsRevision: true,
    summary: 'Publish the draft as a version that never changes',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.publish'),
    handle: ({ services, caller, authorized, request }) =>
      publishForm(services, caller, authorized, expectedRevision(request)),
    publishes: ({ authorized }) => [formEvent(authorized)],
    response: publishResult,
    refusalData: form,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/changes/',
    summary: 'What publishing the draft would change, and what that means for the submissions that are there',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.change'),
    handle: ({ services, authorized }) => describeFormChanges(services.database, authorized),
    response: formChanges,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/versions/',
    summary: 'The published versions of a form, the newest first',
    auth: 'user',
    params: formParams,
    query: listQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.change'),
    handle: async ({ services, authorized, query: { page, page_size } }) => {
      const at = { limit: page_size, offset: (page - 1) * page_size };
      const versions = await versionsOf(services.database, authorized.id, at);
      return listEnvelope(versions.map(presentVersionEntry), {
        page,
        page_size,
        count: authorized.published_version ?? 0,
      });
    },
    response: z.array(formVersionEntry),
  }),
  route({
    method: 'GET',
    path: 'forms/:id/versions/:n/',
    summary: 'One published version, as it was',
    auth: 'user',
    params: formVersionParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.change'),
    handle: async ({ services, authorized, params }) => {
      const version = await versionOf(services.database, authorized.id, versionNumber(params.n));
      if (!version) throw notFound('This version');
      return version;
    },
    present: (version) => presentVersion(version),
    response: formVersion,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/schema.json',
    summary: 'JSON Schema 2020-12 of the values that the published version takes',
    auth: 'anyone',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.view'),
    handle: async ({ services, authorized: { id, published_version } }) => {
      const version = published_version && (await publishedVersion(services.database, id, published_version));
      if (!version) throw formNotPublished();
      // A page with a condition is not shown to everybody.
      return { ...jsonSchemaOf(version.shown), title: version.title };
    },
    response: formSchema,
  }),
];
