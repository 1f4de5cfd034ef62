import { expect, test } from 'vitest';
import type { User } from '#lib/contract/account.ts';
import { createHub, registerByRequests, registerUser, signInAgain } from '#tests/harness/accounts.ts';
import { addInvitedMember, addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

// Tests begin with accounts that the harness writes to the database: what follows must not depend on that.
const server = sharedServer();

const withoutIdentity = (user: User) => ({ ...user, id: '', email: '' });

test.each([true, false])(
  'an inserted account is what registering creates, with a profile: %s',
  async (profile) => {
    const [inserted, registered] = [
      await registerUser(server.client, { profile }),
      await registerByRequests(server.client, { profile }),
    ];
    expect(withoutIdentity(inserted.user)).toEqual(withoutIdentity(registered.user));
    expect(expectData(await inserted.client.get('auth/me/'))).toEqual(inserted.user);
    expect((await signInAgain(server.client, inserted)).user).toEqual(inserted.user);
    const [first, second] = await Promise.all(
      [inserted, registered].map(({ user }) =>
        server
          .sql('select * from app_user where id = $1', [user.id])
          .then(([row]) => Object.keys(row ?? {}).filter((name) => row?.[name] === null)),
      ),
    );
    expect(first).toEqual(second);
  },
);

test('an inserted member is what accepting an invite creates', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const inserted = await addMember(server.client, owner, hub, 'admin');
  const invited = await addInvitedMember(server.client, owner, hub, 'admin');
  const [first, second] = await Promise.all(
    [inserted, invited].map(async ({ client }) => withoutIdentity(expectData(await client.get('auth/me/')))),
  );
  expect(first).toEqual(second);
  const members = expectData(await owner.client.get(`hubs/${hub.domain_handle}/members/`));
  const listed = (id: string) => {
    const found = members.find((member) => member.id === id);
    return found && { ...found, id: '', email: '', joined_at: '', last_seen_at: null };
  };
  expect(listed(inserted.user.id)).toEqual(listed(invited.user.id));
  expect(listed(inserted.user.id)?.role).toBe('admin');
});
