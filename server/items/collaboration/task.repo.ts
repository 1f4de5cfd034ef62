import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { TASK_CURSOR, type Task, type TaskListQuery } from '#lib/contract/task.ts';
import { assignmentOf } from '#lib/text/document-tasks.ts';
import { plainMarkdown } from '#lib/text/plain-markdown.ts';
import { mayView, readableBy } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';

type Person = HubCaller & { user: NonNullable<HubCaller['user']> };
type TaskRow = Task['item'] & { number: number; source: string; due: string | null; role: number };

const PEOPLE_AND_DAYS = /@\[[^[\]\n]{1,200}\]\((?:user|date):[0-9a-f-]{10,36}\)/gi;

function presentTask({ number, source, due, role, ...item }: TaskRow): Task {
  const { people } = assignmentOf(source);
  const text = plainMarkdown(source.replace(PEOPLE_AND_DAYS, '')).text.replace(/\s+/g, ' ').trim();
  return { item, number, source, text, people, due, may_change: role >= ROLE_RANK.editor };
}

const taskCursor = ({ item, number, due }: Task): string => `${due ?? ''}_${item.id}_${number}`;

/** What follows the cursor: by nothing that marking a task as done changes. */
function afterTask(after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  const [, day, id, number] = TASK_CURSOR.exec(after) ?? [];
  const withinDay = sql`(task.item_id < ${id}::uuid or task.item_id = ${id}::uuid and task.number > ${number}::integer)`;
  return day === undefined
    ? sql`task.due is null and ${withinDay}`
    : sql`(task.due > ${day} or task.due is null or task.due = ${day} and ${withinDay})`;
}

/**
 * The open tasks of a hub's documents, as far as the caller may see those: the nearest day first, and of one day those of the newest
 * documents.
 */
export async function openTasks(
  database: Database,
  { hub, user, principals }: Person,
  { list, today, after, page, page_size }: TaskListQuery,
): Promise<{ tasks: Task[]; next: string | null }> {
  const day = today ?? new Date().toISOString().slice(0, 10);
  const wanted = {
    mine: sql`task.people @> array[${user.id}::uuid]`,
    overdue: sql`task.due < ${day}`,
    all: sql`true`,
  }[list];
  const { rows } = await sql<TaskRow>`
    select item.id, item.kind, item.title, task.number, task.text as source, task.due,
      readable.role,
      case when item.scope_id = space.scope_id or ${mayView('space.scope_id', principals)} then space.slug
        else '' end as space_slug
    from document_task task
      join item on item.id = task.item_id and item.hub_id = ${hub.id} and item.trashed_at is null
        and item.archived_at is null
      join space on space.id = item.space_id and space.deleted_at is null and space.archived_at is null
      cross join ${readableBy('item.scope_id', principals)} readable
    where ${wanted} and ${afterTask(after)}
    order by task.due asc nulls last, task.item_id desc, task.number
    limit ${page_size + 1} offset ${after === undefined ? (page - 1) * page_size : 0}`.execute(database);
  const tasks = rows.slice(0, page_size).map(presentTask);
  const last = tasks.at(-1);
  return { tasks, next: last && rows.length > page_size ? taskCursor(last) : null };
}
