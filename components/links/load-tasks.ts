import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { Task, TaskList } from '#lib/contract/task.ts';
import type { ListPage } from '#services/http.ts';
import { TASKS_PAGE_SIZE } from '#services/tasks.ts';

/**
 * The first page of a list of tasks; with the reason where it can't be loaded.
 * @throws PageFailure when the API failed
 */
export async function loadTasks(
  api: PageVisit['api'],
  { list, today }: { list: TaskList; today: string },
): Promise<ListPage<Task>> {
  const response = await api(`tasks/?list=${list}&today=${today}&page_size=${TASKS_PAGE_SIZE}`);
  const data = dataOrNull(response);
  if (!response.ok || !data)
    return { data: [], count: null, page: 1, hasMore: false, error: response.ok ? null : response.message };
  const next = response.next ?? null;
  return { data, count: null, page: 1, hasMore: next !== null, next, error: null };
}
