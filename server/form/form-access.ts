import { sql } from 'kysely';
import type { z } from 'zod';
import type { changeFormAccessRequest, FormAccess } from '#lib/contract/form.ts';
import { type ItemRole, ROLE_RANK } from '#lib/policy/roles.ts';
import { record } from '../audit/record.ts';
import type { Database, Transaction } from '../database/database.ts';
import { isId } from '../database/id.ts';
import { forbidden, invalid } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeForm } from '../policy/form-policy.ts';
import { lockPlaces, placeForm } from '../policy/scope.repo.ts';
import type { Services } from '../services.ts';
import { type FormView, formById, lockForm } from './form.repo.ts';
import { changeVisibility, type SignedIn, targetOf } from './form.service.ts';

type Change = z.output<typeof changeFormAccessRequest>;
type Roles = ReadonlyMap<string, ItemRole>;

async function rolesNow(trx: Transaction, formId: string): Promise<Map<string, ItemRole>> {
  const rows = await trx
    .selectFrom('form_grant')
    .select(['user_id', 'role'])
    .where('form_id', '=', formId)
    .execute();
  return new Map(rows.map(({ user_id, role }) => [user_id, role]));
}

/** Who may see a form, and the people who are added to it by name. */
export async function describeFormAccess(
  database: Database | Transaction,
  form: Pick<FormView, 'id' | 'visibility' | 'revision'>,
): Promise<FormAccess> {
  const { rows } = await sql<FormAccess['people'][number]>`
    select person.id as user_id, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.email) as name,
      form_grant.role
    from form_grant join app_user person on person.id = form_grant.user_id
    where form_grant.form_id = ${form.id} order by form_grant.created_at, person.id`.execute(database);
  return { visibility: form.visibility, revision: form.revision, people: rows };
}

/** The people whom a request names. @throws ApiError 422 for somebody who is not of the hub, or is named twice. */
async function wantedRoles(
  trx: Transaction,
  form: FormView,
  people: NonNullable<Change['people']>,
): Promise<Map<string, ItemRole>> {
  const ids = people.map(({ user_id }) => user_id).filter(isId);
  const { rows } = await sql<{ user_id: string }>`
    select user_id from membership where hub_id = ${form.hub_id} and user_id = any(${ids}::uuid[])
      and suspended_at is null`.execute(trx);
  const members = new Set(rows.map(({ user_id }) => user_id));
  const wanted = new Map<string, ItemRole>();
  for (const [at, { user_id, role }] of people.entries()) {
    const place = `people[${at}]`;
    if (!members.has(user_id)) throw invalid({ [place]: ['This person does not belong to the hub.'] });
    if (wanted.has(user_id)) throw invalid({ [place]: ['This person is in the list twice'] });
    wanted.set(user_id, role);
  }
  return wanted;
}

/** Nobody gives more than they have, nor takes from who has more (docs/permissions.md). */
function refuseAbove(rank: number, before: Roles, after: Roles): void {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [had, gets] = [before.get(id), after.get(id)];
    if (had === gets) continue;
    if (had && ROLE_RANK[had] > rank) {
      throw forbidden('You can not change what somebody with a stronger role than yours has here.');
    }
    if (gets && ROLE_RANK[gets] > rank) throw forbidden('You can not give a role above your own.');
  }
}

async function replacePeople(
  trx: Transaction,
  caller: SignedIn,
  form: FormView,
  { before, after }: { before: Roles; after: Roles },
): Promise<void> {
  const gone = [...before.keys()].filter((id) => !after.has(id));
  await sql`delete from form_grant where form_id = ${form.id} and user_id = any(${gone}::uuid[])`.execute(
    trx,
  );
  await sql`insert into form_grant (form_id, user_id, role, added_by)
    select ${form.id}, user_id, role, ${caller.user.id}::uuid
    from unnest(${[...after.keys()]}::uuid[], ${[...after.values()]}::text[]) as wanted (user_id, role)
    on conflict (form_id, user_id) do update set role = excluded.role`.execute(trx);
  const scope_id = await placeForm(trx, form);
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [had, gets] = [before.get(id), after.get(id)];
    if (had === gets) continue;
    await record(trx, caller, {
      ...targetOf({ ...form, scope_id }),
      action: 'form.access_changed',
      details: {
        user_id: id,
        ...(gets ? { role: gets } : {}),
        ...(had ? { from: had } : {}),
        to: gets ?? 'none',
      },
    });
  }
}

/**
 * Sets who may see a form, and the people of the hub who are added to it by name: those who are not in the list any
 * more are taken out.
 * @throws ApiError 409 with the current access for a stale revision; 403 for a role above the caller's own, given or
 *   taken; 422 for somebody who is not of the hub.
 */
export async function changeFormAccess(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<FormView, 'form.share'>,
  { visibility, people }: Change,
  expected: number | null,
): Promise<FormAccess> {
  return inTransaction(services, async (trx) => {
    await lockPlaces(trx, space_id);
    await lockForm(trx, id);
    const form = authorizeForm(await formById(trx, caller, id), 'form.share');
    await requireRevision(expected, form.revision, () => describeFormAccess(trx, form));
    const changed = { ...form, visibility: visibility ?? form.visibility, revision: form.revision + 1 };
    if (people) {
      const before = await rolesNow(trx, id);
      const after = await wantedRoles(trx, form, people);
      refuseAbove(form.rank ?? 0, before, after);
      await replacePeople(trx, caller, form, { before, after });
    }
    if (changed.visibility !== form.visibility) await changeVisibility(trx, caller, form, changed.visibility);
    await trx.updateTable('form').set({ revision: changed.revision }).where('id', '=', id).execute();
    return describeFormAccess(trx, changed);
  });
}
