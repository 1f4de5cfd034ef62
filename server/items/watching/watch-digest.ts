import { sql } from 'kysely';
import { itemPath } from '#lib/browser/item-path.ts';
import { roleBesidesAnyone, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import { type DueNotification, takeDueNotifications } from '#server/hubs/notifications/due-notifications.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { signUnsubscribeToken } from './unsubscribe-token.ts';

export const WATCH_DIGEST = 'watch-digest';

/** Every 15 minutes. */
const TIMES = '*/15 * * * *';
/** Nobody is notified of a text while somebody still writes it, in minutes. */
const QUIET_MINUTES = 10;
/** However long it is written, nobody waits longer than this for the first news of it, in minutes. */
const LONGEST_MINUTES = 120;
/** Changes that are notified of in one transaction. */
const BATCH_SIZE = 1_000;

type DueChange = {
  user_id: string;
  email: string;
  hub_id: string;
  hub: string;
  handle: string;
  id: string;
  title: string;
  space_slug: string;
};

/** Whether something that its watcher has not seen was made so long ago that they wait no longer. */
const isWaiting = (made: 'version' | 'comment') => {
  const at = sql.ref(`${made}.created_at`);
  return sql`${at} > greatest(watch.seen_at, watch.mailed_at)
    and ${at} < now() - make_interval(mins => ${LONGEST_MINUTES})`;
};

/**
 * Watched items that others changed, or commented on, after the last mail about them and after their watchers saw
 * them, as far as these may see them now; marks them as notified.
 */
async function takeDueChanges(trx: Transaction): Promise<DueChange[]> {
  const { rows } = await sql<DueChange>`
    with due as (
      select watch.user_id, watch.item_id
      from item_watch watch
        join item on item.id = watch.item_id and item.trashed_at is null and item.archived_at is null
        join space on space.id = item.space_id and space.deleted_at is null
        join hub on hub.id = item.hub_id and hub.deleted_at is null
        join app_user person on person.id = watch.user_id and person.is_email_verified
        left join membership me on me.hub_id = item.hub_id and me.user_id = watch.user_id
        cross join lateral (select greatest(
          case when item.updated_by <> watch.user_id then item.updated_at end,
          (select max(comment.created_at) from comment
            where comment.item_id = item.id and comment.created_by <> watch.user_id
              and comment.deleted_at is null and comment.imported_author is null and ${roleBesidesAnyone('item.scope_id', 'me')} > 0)) as at) as latest
      where latest.at > greatest(watch.seen_at, watch.mailed_at)
        and (latest.at < now() - make_interval(mins => ${QUIET_MINUTES})
          or exists (select from document_version version
            where version.item_id = item.id and version.created_by <> watch.user_id and ${isWaiting('version')})
          or exists (select from comment
            where comment.item_id = item.id and comment.created_by <> watch.user_id
              and comment.deleted_at is null and comment.imported_author is null and ${isWaiting('comment')}
              and ${roleBesidesAnyone('item.scope_id', 'me')} > 0))
        and ${roleOnScope('item.scope_id', 'me')} > 0
        and not exists (select from watch_mail_off off where off.user_id = watch.user_id)
      order by watch.user_id limit ${BATCH_SIZE}
      for update of watch skip locked
    ), notified as (
      update item_watch watch set mailed_at = now() from due
      where watch.user_id = due.user_id and watch.item_id = due.item_id
      returning watch.user_id, watch.item_id
    )
    select notified.user_id, person.email, hub.id as hub_id, hub.name as hub, hub.handle, item.id, item.title,
      case when item.scope_id = space.scope_id or ${roleOnScope('space.scope_id', 'me')} > 0 then space.slug
        else '' end as space_slug
    from notified join item on item.id = notified.item_id join space on space.id = item.space_id
      join hub on hub.id = item.hub_id join app_user person on person.id = notified.user_id
      left join membership me on me.hub_id = item.hub_id and me.user_id = notified.user_id
    order by item.updated_at desc, item.id`.execute(trx);
  return rows;
}

type DigestServices = Pick<Services, 'mail' | 'database' | 'config' | 'signingKey'>;

/** What one person is mailed of one hub. */
type Due = { changes: DueChange[]; notifications: DueNotification[] };

/** Queues one mail to one person about notifications in one hub, and changes of what they watch there. */
async function queueDigest(
  services: DigestServices,
  trx: Transaction,
  { changes, notifications }: Due,
): Promise<void> {
  const { mail, config, signingKey } = services;
  const [first, ...others] = changes;
  const [newest] = notifications;
  const person = newest ?? first;
  if (!mail || !person) return;
  const token = await signUnsubscribeToken(signingKey, person.user_id);
  const unsubscribe = `${config.publicUrl}/unsubscribe?${new URLSearchParams({ token })}`;
  const to = person.email;
  if (newest) {
    const values = { person: newest.person, item: newest.title, hub: newest.hub, address: unsubscribe };
    if (notifications.length > 1 || first) {
      const many = { ...values, left: String(notifications.length), changed: String(changes.length) };
      const link = `${config.publicUrl}/notifications`;
      const message = { to, template: 'notified-many', values: many, link, unsubscribe } as const;
      await mail.queue(message, { transaction: trx });
      return;
    }
    const template = `notified-${newest.event}` as const;
    const link = `${config.publicUrl}${newest.url ?? '/notifications'}`;
    await mail.queue({ to, template, values, link, unsubscribe }, { transaction: trx });
    return;
  }
  if (!first) return;
  const values = { item: first.title, hub: first.hub, address: unsubscribe };
  if (others.length === 0) {
    const link = `${config.publicUrl}${itemPath(first.handle, first)}`;
    const message = { to, template: 'watched-changed', values, link, unsubscribe } as const;
    await mail.queue(message, { transaction: trx });
    return;
  }
  const link = `${config.publicUrl}/${first.handle}`;
  const many = { ...values, left: String(others.length) };
  const message = { to, template: 'watched-many-changed', values: many, link, unsubscribe } as const;
  await mail.queue(message, { transaction: trx });
}

/** Gathers what is due by person and hub. */
function byReader(changes: readonly DueChange[], notifications: readonly DueNotification[]): Due[] {
  const readers = new Map<string, Due>();
  const of = ({ user_id, hub_id }: { user_id: string; hub_id: string }) => {
    const key = `${user_id} ${hub_id}`;
    const due = readers.get(key) ?? { changes: [], notifications: [] };
    readers.set(key, due);
    return due;
  };
  for (const change of changes) of(change).changes.push(change);
  for (const notification of notifications) of(notification).notifications.push(notification);
  return [...readers.values()];
}

/** The job that mails people their unread notifications, and what others changed in items that they watch: one mail for each hub. */
export function sendWatchDigests(services: DigestServices): Task {
  return {
    times: TIMES,
    async run(_, { signal }) {
      if (!services.mail) return;
      for (let left = BATCH_SIZE; left === BATCH_SIZE; signal.throwIfAborted()) {
        left = await inTransaction(services, async (trx) => {
          const changes = await takeDueChanges(trx);
          const notifications = await takeDueNotifications(trx, BATCH_SIZE);
          for (const due of byReader(changes, notifications)) await queueDigest(services, trx, due);
          return Math.max(changes.length, notifications.length);
        });
      }
    },
  };
}
