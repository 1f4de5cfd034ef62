import { z } from 'zod';
import { formParams } from '#lib/contract/form.ts';
import { destination, destinationRequest, sendRequest, sendResult } from '#lib/contract/form-destination.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { formEvent } from '#server/api/write-events.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import type { Services } from '#server/platform/services.ts';
import {
  describeDestination,
  removeDestination,
  sendSubmissions,
  setDestination,
} from './destination.service.ts';

type OfForm = { services: Services; caller: Caller; params: { id: string } };

const formOfReader = async ({ services, caller, params }: OfForm) =>
  authorizeForm(await formById(services.database, caller, params.id), 'form.read_submissions');

export const destinationRoutes = [
  route({
    method: 'GET',
    path: 'forms/:id/table/',
    summary: 'The table that a form’s submissions are written into, or null',
    auth: 'user',
    params: formParams,
    authorize: formOfReader,
    handle: ({ services, caller, authorized }) => describeDestination(services.database, caller, authorized),
    response: destination.nullable(),
  }),
  route({
    method: 'PUT',
    path: 'forms/:id/table/',
    summary:
      'Write a form’s submissions into a table: a column for each field, and the field that rows are known by',
    auth: 'user',
    params: formParams,
    body: destinationRequest,
    authorize: formOfReader,
    handle: ({ services, caller, authorized, body }) => setDestination(services, caller, authorized, body),
    publishes: ({ authorized }) => [formEvent(authorized)],
    response: destination,
  }),
  route({
    method: 'DELETE',
    path: 'forms/:id/table/',
    summary: 'Write a form’s submissions into no table any more; rows that were written stay',
    auth: 'user',
    params: formParams,
    authorize: formOfReader,
    handle: async ({ services, caller, authorized }) => {
      await removeDestination(services, caller, authorized);
      return messageEnvelope('Answers are not written into a table any more.');
    },
    publishes: ({ authorized }) => [formEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'forms/:id/table/send/',
    summary: 'Write submissions that are not in the form’s table yet: one, or up to 100',
    auth: 'user',
    params: formParams,
    body: sendRequest,
    authorize: formOfReader,
    handle: ({ services, caller, authorized, body }) => sendSubmissions(services, caller, authorized, body),
    publishes: ({ authorized }) => [formEvent(authorized)],
    response: sendResult,
  }),
];
