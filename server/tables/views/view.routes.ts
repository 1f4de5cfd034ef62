import { z } from 'zod';
import { itemParams } from '#lib/contract/item.ts';
import { changeViewRequest, createViewRequest, view, viewParams } from '#lib/contract/table-views.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { callerOfTable } from '../table/caller-of-table.ts';
import { readableTable } from '../table/table-access.ts';
import { changeView, createView, deleteView, listViews } from './view.service.ts';

/** Saved views of a table. */
export const viewRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/views/',
    summary: 'The shared views of a table, and those of one’s own',
    auth: 'anyone',
    params: itemParams,
    readsCaller: callerOfTable,
    authorize: readableTable,
    handle: ({ services, caller, authorized }) => listViews(services, caller, authorized),
    response: z.array(view),
  }),
  route({
    method: 'POST',
    path: 'items/:id/views/',
    summary: 'Save a view: a shared one by those who may change the table, a personal one by any reader',
    auth: 'user',
    params: itemParams,
    body: createViewRequest,
    authorize: readableTable,
    handle: ({ services, caller, authorized, body }) => createView(services, caller, authorized, body),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    status: 201,
    response: view,
  }),
  route({
    method: 'PATCH',
    path: 'items/:id/views/:view_id/',
    acceptsRevision: true,
    summary: 'Change or move a view',
    auth: 'user',
    params: viewParams,
    body: changeViewRequest,
    example: {
      filter: { field: 'f_state', op: 'equals', value: 'open' },
      sort: ['-due', 'name'],
      columns: [{ id: 'f_email', hidden: true }],
    },
    authorize: readableTable,
    handle: ({ services, caller, authorized, params, body, request }) =>
      changeView(services, caller, authorized, params.view_id, body, expectedRevision(request)),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: view,
    refusalData: view,
  }),
  route({
    method: 'DELETE',
    path: 'items/:id/views/:view_id/',
    summary: 'Delete a view; its rows stay',
    auth: 'user',
    params: viewParams,
    authorize: readableTable,
    handle: async ({ services, caller, authorized, params }) => {
      await deleteView(services, caller, authorized, params.view_id);
      return messageEnvelope('The view is deleted.', null);
    },
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: z.null(),
  }),
];
