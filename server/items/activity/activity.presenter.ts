import type { Activity } from '#lib/contract/activity.ts';
import { presentItem } from '#server/items/item/item.presenter.ts';
import type { ActivityRow } from './activity.repo.ts';
import type { FormActivityRow } from './form-activity.repo.ts';

/** The last change of an item; a space that the caller may not see is not named. */
export function presentActivity(row: ActivityRow, children = 0): Activity {
  const space = { id: row.space_id, slug: row.space_slug, name: row.space_name };
  return {
    act: row.act,
    at: row.moment,
    actor: { id: row.actor_id, name: row.actor_name },
    item: presentItem(row, children),
    form: null,
    space: row.sees_space ? space : null,
  };
}

/** The same of a form. */
export function presentFormActivity(row: FormActivityRow): Activity {
  const space = { id: row.space_id, slug: row.space_slug, name: row.space_name };
  return {
    act: row.act,
    at: row.moment,
    actor: { id: row.actor_id, name: row.actor_name },
    item: null,
    form: { id: row.id, slug: row.slug, title: row.title },
    space: row.sees_space ? space : null,
  };
}
