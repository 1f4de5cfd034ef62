import { z } from 'zod';
import { item } from '#lib/contract/item.ts';
import { changeTaskParams, changeTaskRequest, task, taskListQuery } from '#lib/contract/task.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { listEnvelope, route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { changeItem } from '#server/items/item/change-item.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { describeItem } from '#server/items/item/item.service.ts';
import { changeOfTask } from './change-task.ts';
import { openTasks } from './task.repo.ts';

export const taskRoutes = [
  route({
    method: 'GET',
    path: 'tasks/',
    summary:
      'Open tasks of the documents that the caller may see: those for the caller, overdue ones, or all',
    auth: 'hub user',
    query: taskListQuery,
    handle: async ({ services, caller, query }) => {
      const { tasks, next } = await openTasks(services.database, caller, query);
      return { envelope: { ...listEnvelope(tasks, query).envelope, next } };
    },
    response: z.array(task),
  }),
  route({
    method: 'PATCH',
    path: 'items/:id/tasks/:number/',
    summary: 'Mark a task of a document as done, or as open again; 409 where it is not there any more',
    auth: 'user',
    params: changeTaskParams,
    body: changeTaskRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.change'),
    handle: ({ services, caller, authorized, params, body }) => {
      const edit = changeOfTask({ number: params.number, text: body.source, isDone: body.done });
      return changeItem(services, caller, authorized, { edit }, null);
    },
    present: (changed, { services, caller }) => describeItem(services, caller, changed),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
  }),
];
