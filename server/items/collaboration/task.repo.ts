import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { TASK_CURSOR, type Task, type TaskListQuery } from '#lib/contract/task.ts';
import { assignmentOf, taskText } from '#lib/text/document-tasks.ts';
import { fewReadableScopes, mayView, readableBy } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';

type Person = HubCaller & { user: NonNullable<HubCaller['user']> };
type TaskRow = Task['item'] & { number: number; source: string; due: string | null; role: number };

function presentTask({ id, kind, title, space_slug, number, source, due, role }: TaskRow): Task {
  const { people } = assignmentOf(source);
  return {
    item: { id, kind, title, space_slug },
    number,
    source,
    text: taskText(source),
    people,
    due,
    may_change: role >= ROLE_RANK.editor,
  };
}

const taskCursor = ({ item, number, due }: Task): string => `${due ?? ''}_${item.id}_${number}`;

/** What follows the cursor: by nothing that marking a task as done changes. */
function afterTask(after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  const [, day = '~', id, number] = TASK_CURSOR.exec(after) ?? [];
  return sql`task.day >= ${day} and (task.day > ${day} or task.item_id < ${id}::uuid
    or task.item_id = ${id}::uuid and task.number > ${number}::integer)`;
}

const ORDER = sql`task.day, task.item_id desc, task.number`;
/** Tasks that are checked one by one, in the order of the list, before all of the hub are. */
const WALKED = 1_000;

/** Those of the tasks (`task`) that the caller may see, in their order, with what is shown of each. */
const visible = ({ principals }: Person, tasks: RawBuilder<unknown>, scopes?: readonly string[]) => sql`
  select item.id, item.kind, item.title, task.number, task.text as source, task.due,
    readable.role,
    case when item.scope_id = space.scope_id or ${mayView('space.scope_id', principals)} then space.slug
      else '' end as space_slug
  from ${tasks} task
    join item on item.id = task.item_id and item.trashed_at is null and item.archived_at is null
      ${scopes ? sql`and item.scope_id = any(${scopes}::uuid[])` : sql``}
    join space on space.id = item.space_id and space.deleted_at is null and space.archived_at is null
    cross join ${readableBy('item.scope_id', principals)} readable
  order by ${ORDER}`;

/** The tasks of the hub that a list is of. */
function tasksOf({ user, hub }: Person, { list, today, after }: TaskListQuery): RawBuilder<unknown> {
  const conditions = sql`task.hub_id = ${hub.id} and ${afterTask(after)}`;
  // Found by the person, in whatever order: theirs are few among those of the hub.
  if (list === 'mine')
    return sql`select * from (select * from document_task where people @> array[${user.id}::uuid] offset 0) task
      where ${conditions}`;
  const isOver = sql`task.due < ${today ?? new Date().toISOString().slice(0, 10)}`;
  return sql`select * from document_task task where ${conditions} and ${list === 'overdue' ? isOver : sql`true`}`;
}

/**
 * The open tasks of a hub's documents, as far as the caller may see those: the nearest day first, and of one day those of the newest
 * documents. Who sees most of them gets a page from the first ones; for others all of the hub are looked at.
 */
export async function openTasks(
  database: Database,
  caller: Person,
  query: TaskListQuery,
): Promise<{ tasks: Task[]; next: string | null }> {
  const { after, page, page_size } = query;
  const ofList = tasksOf(caller, query);
  const part = sql`limit ${page_size + 1} offset ${after === undefined ? (page - 1) * page_size : 0}`;
  const { rows: walked } = await sql<TaskRow & { walked: number }>`
    with walked as materialized (${ofList} order by ${ORDER} limit ${WALKED})
    select found.*, (select count(*)::int from walked) as walked
    from (${visible(caller, sql`walked`)} ${part}) as found`.execute(database);
  const isWhole = walked.length > page_size || (walked[0]?.walked ?? WALKED) < WALKED;
  const rows = isWhole ? walked : await withinScopes(database, caller, { ofList, part });
  const tasks = rows.slice(0, page_size).map(presentTask);
  const last = tasks.at(-1);
  return { tasks, next: last && rows.length > page_size ? taskCursor(last) : null };
}

async function withinScopes(
  database: Database,
  caller: Person,
  { ofList, part }: { ofList: RawBuilder<unknown>; part: RawBuilder<unknown> },
): Promise<TaskRow[]> {
  const { hub, principals } = caller;
  const scopes = await fewReadableScopes(database, { hubId: hub.id, principals });
  const ids = scopes?.map(({ id }) => id);
  const { rows } = await sql<TaskRow>`${visible(caller, sql`(${ofList})`, ids)} ${part}`.execute(database);
  return rows;
}
