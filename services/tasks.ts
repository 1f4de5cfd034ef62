import type { Task, TaskList } from '#lib/contract/task.ts';
import { getPage, patch } from './api.ts';

export const TASKS_PAGE_SIZE = 50;

/** One page of the open tasks of the active hub's documents; never throws, returns the error instead. */
export const listTasks = (
  { after, ...params }: { list: TaskList; today: string; after: string | null },
  signal: AbortSignal,
) => getPage('tasks/', { page_size: TASKS_PAGE_SIZE, ...params, ...(after ? { after } : {}) }, { signal });

/** Marks a task as done, or as open again, in its document. */
export const setTask = ({ item, number, source }: Pick<Task, 'item' | 'number' | 'source'>, done: boolean) =>
  patch(`items/${item.id}/tasks/${String(number)}/`, { source, done });
