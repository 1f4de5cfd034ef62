import { z } from 'zod';
import { formParams } from '#lib/contract/form.ts';
import { formEditors } from '#lib/contract/form-editors.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { registerEditor, unregisterEditor } from './form-editors.ts';

export const formEditorRoutes = [
  route({
    method: 'POST',
    path: 'forms/:id/editing/',
    publishes: 'nothing',
    summary: 'Say that one works on the draft, again every 20 seconds; who else does',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.change'),
    handle: ({ services, caller, authorized }) => registerEditor(services, caller, authorized),
    response: formEditors,
  }),
  route({
    method: 'DELETE',
    path: 'forms/:id/editing/',
    publishes: 'nothing',
    summary: 'Say that one left the draft',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.change'),
    handle: async ({ services, caller, authorized }) => {
      await unregisterEditor(services, caller, authorized);
      return messageEnvelope('You left the form.');
    },
    response: z.null(),
  }),
];
