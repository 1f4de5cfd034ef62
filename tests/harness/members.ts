import { randomUUID } from 'node:crypto';
import type { HubRole } from '#lib/access/roles.ts';
import type { InviteOutcome } from '#lib/contract/invite.ts';
import { createHub, createSpace, registerUser, type TestAccount } from './accounts.ts';
import type { Client } from './client.ts';
import { expectData } from './responses.ts';

/** A new user who accepted an invite to the hub by its link. */
export async function addMember(
  client: Client,
  owner: TestAccount,
  hub: { domain_handle: string },
  role: HubRole = 'member',
): Promise<TestAccount> {
  const email = `member-${randomUUID().slice(-12)}@example.test`;
  const [outcome] = expectData(
    await owner.client.post<InviteOutcome[]>(`hubs/${hub.domain_handle}/invites/`, [{ email, role }]),
  );
  const token = outcome?.link?.split('/').at(-1);
  if (!token) throw new Error(`${email} was not invited: ${outcome?.message}`);
  const person = await registerUser(client, { email });
  expectData(await person.client.post(`invites/${token}/accept/`));
  return person;
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
