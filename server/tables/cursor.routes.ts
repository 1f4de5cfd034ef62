import { z } from 'zod';
import { itemParams } from '#lib/contract/item.ts';
import { putCursorRequest } from '#lib/contract/table-cursor.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { seesPeople } from '#server/items/collaboration/sees-people.ts';
import { nameOfUser } from '#server/items/collaboration/user-name.ts';
import { editableTable } from './table/table-access.ts';

/** Where people are in a table: stored nowhere, and sent to those who have it open. */
export const cursorRoutes = [
  route({
    method: 'PUT',
    path: 'items/:id/cursor/',
    publishes: 'nothing',
    summary: 'Publish the caller’s cell in a table to others who have it open',
    auth: 'user',
    params: itemParams,
    body: putCursorRequest,
    authorize: editableTable,
    handle: async ({ services, caller, authorized, body }) => {
      // Anybody who is there by a link alone is shown to nobody, as in a document.
      if (await seesPeople(services.database, caller, authorized)) {
        const { id, hub_id: hubId } = authorized;
        const name = await nameOfUser(services.database, caller.user.id);
        services.changeEvents.publish({
          about: 'cursor',
          hubId,
          id,
          cursor: { ...body, user: { id: caller.user.id, name: name.slice(0, 100) } },
        });
      }
      return messageEnvelope('Told.', null);
    },
    response: z.null(),
  }),
];
