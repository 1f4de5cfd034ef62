import { randomUUID } from 'node:crypto';
import type { HubRole } from '#lib/access/roles.ts';
import { createHub, createSpace, PASSWORD, registerUser, type TestAccount } from './accounts.ts';
import type { Client } from './client.ts';
import { canInsertAccounts, insertAccount } from './inserted-accounts.ts';
import { expectData } from './responses.ts';

type HubOfMember = { id?: string; domain_handle: string };

/**
 * A new member of the hub: written to the server's database where this process can, without audit entries and
 * change events; otherwise invited.
 */
export async function addMember(
  client: Client,
  owner: TestAccount,
  hub: HubOfMember,
  role: HubRole = 'member',
): Promise<TestAccount> {
  if (!hub.id || !canInsertAccounts(client.url)) return addInvitedMember(client, owner, hub, role);
  const email = newEmail();
  const account = { email, first_name: 'Ada', last_name: 'Lovelace', profile: true };
  const inserted = await insertAccount(client.url, account, { hub_id: hub.id, role });
  return { ...inserted, email, password: PASSWORD, client: client.as(inserted.token) };
}

const newEmail = () => `member-${randomUUID().slice(-12)}@example.test`;

/** A new user who accepted an invite to the hub by its link. */
export async function addInvitedMember(
  client: Client,
  owner: TestAccount,
  hub: HubOfMember,
  role: HubRole = 'member',
): Promise<TestAccount> {
  const person = await registerUser(client, { email: newEmail() });
  await acceptInvite(person, owner, hub, role);
  return person;
}

/** Invites somebody who has an account, and accepts the invite by its link. */
export async function acceptInvite(
  person: Pick<TestAccount, 'client' | 'email'>,
  owner: TestAccount,
  hub: HubOfMember,
  role: HubRole = 'member',
): Promise<void> {
  const { email } = person;
  const [outcome] = expectData(
    await owner.client.post(`hubs/${hub.domain_handle}/invites/`, [{ email, role }]),
  );
  const token = outcome?.link?.split('/').at(-1);
  if (!token) throw new Error(`${email} was not invited: ${outcome?.message}`);
  expectData(await person.client.post(`invites/${token}/accept/`));
}

/** A hub with one user of each role, and an outside account. */
export async function createMembers(client: Client) {
  const owner = await registerUser(client, { first_name: 'Olga' });
  const hub = await createHub(owner);
  const [admin, member, other, guest, stranger] = await Promise.all([
    addMember(client, owner, hub, 'admin'),
    addMember(client, owner, hub),
    addMember(client, owner, hub),
    addMember(client, owner, hub, 'guest'),
    registerUser(client),
  ]);
  return { hub, owner, admin, member, other, guest, stranger };
}

/** The members in a shared space in which each is an editor. */
export async function createEditorAndPlace(client: Client) {
  const cast = await createMembers(client);
  const space = await createSpace(cast.owner, cast.hub, { visibility: 'shared', default_role: 'editor' });
  return { ...cast, space };
}
