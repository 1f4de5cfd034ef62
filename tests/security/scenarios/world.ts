import type { Hub } from '#lib/contract/hub.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import type { ItemRole, Visibility } from '#lib/policy/roles.ts';
import { expectData } from '#tests/harness/answers.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { addMember } from '#tests/harness/members.ts';
import { createHub, createSpace, type Person, registerUser } from '#tests/harness/people.ts';
import type { ItemThing, Persona, SpaceThing } from './matrix.ts';

type Named = 'viewer' | 'commenter' | 'editor' | 'owner' | 'author' | 'suspended';

/** The hub of the scenarios, over HTTP alone, and ways to make each of its things once more. */
export type World = {
  hub: Hub;
  people: Record<Exclude<Persona, 'anonymous'>, Person>;
  /** The API as a persona calls it, in the hub. */
  as(persona: Persona): Client;
  /** Another space (with the same people) of this standing. */
  makeSpace(thing: SpaceThing): Promise<Space>;
  /** Another item of this standing. */
  makeItem(thing: ItemThing): Promise<Item>;
  /** The API as whoever made it calls it. */
  creatorOf(thing: ItemThing): Client;
  /** One of each, for all that leaves it as it is. */
  spaces: Record<SpaceThing, Space>;
  items: Record<ItemThing, Item>;
  /** A file in the shared space that was read: with a preview, a thumbnail and text. */
  picture: Item;
};

const VISIBILITY: Record<SpaceThing, Visibility> = { S1: 'public', S2: 'shared', S3: 'private' };

/** Builds it; half a minute of requests is saved by sharing it between the tests that only ask. */
export async function createWorld(client: Client): Promise<World> {
  const hubOwner = await registerUser(client, { first_name: 'Olga' });
  const hub = await createHub(hubOwner, { visibility: 'private' });
  const join = (role: 'guest' | 'member' | 'admin' = 'member') => addMember(client, hubOwner, hub, role);
  const [guest, member, named, author, viewer, commenter, editor, owner, admin, suspended] =
    await Promise.all([
      join('guest'),
      join(),
      join(),
      join(),
      join(),
      join(),
      join(),
      join(),
      join('admin'),
      join(),
    ]);
  const stranger = await registerUser(client);
  await createHub(stranger);
  const people = {
    stranger,
    suspended,
    guest,
    member,
    named,
    author,
    viewer,
    commenter,
    editor,
    owner,
    admin,
    hub_owner: hubOwner,
  };

  const addTo = async (space: Space, persona: Named, role: ItemRole) => {
    const body = { user_id: people[persona].user.id, role };
    expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, body), 201);
  };

  async function makeSpace(thing: SpaceThing): Promise<Space> {
    const space = await createSpace(owner, hub, { name: thing, visibility: VISIBILITY[thing] });
    await addTo(space, 'viewer', 'viewer');
    await addTo(space, 'commenter', 'commenter');
    await addTo(space, 'editor', 'editor');
    if (suspendedYet === false) await addTo(space, 'suspended', 'editor');
    if (thing === 'S2') await addTo(space, 'author', 'editor');
    return space;
  }

  let suspendedYet = false;
  const spaces = { S1: await makeSpace('S1'), S2: await makeSpace('S2'), S3: await makeSpace('S3') };
  const suspension = { suspended: true };
  const path = `hubs/${hub.domain_handle}/members/${suspended.user.id}/`;
  expectData(await hubOwner.client.patch(path, suspension));
  suspendedYet = true;

  const place = (thing: SpaceThing) => ({ hub, space: spaces[thing] });
  const give = async (giver: Person, item: Item, to: Person, role: ItemRole) => {
    const body = { visibility: item.visibility, people: [{ user_id: to.user.id, role }] };
    expectData(await giver.client.put(`items/${item.id}/access/`, body));
  };
  const privateFolder = await createItem(author, place('S2'), {
    kind: 'folder',
    title: 'Private folder',
    visibility: 'private',
  });
  const sharedFolder = await createItem(owner, place('S2'), { kind: 'folder', title: 'Shared folder' });
  await give(owner, sharedFolder, guest, 'commenter');

  const title = 'An item of a scenario';
  const content = 'Words of a scenario.';
  const makers: Record<ItemThing, () => Promise<Item>> = {
    I1: () => createItem(owner, place('S1'), { title, content }),
    I2: () => createItem(owner, place('S2'), { title, content }),
    I3: () => createItem(owner, place('S3'), { title, content }),
    I4: async () => {
      const item = await createItem(author, place('S2'), { title, content, visibility: 'private' });
      await give(author, item, named, 'editor');
      return item;
    },
    I5: () => createItem(owner, place('S3'), { title, content, visibility: 'public' }),
    I6: () => createItem(author, place('S2'), { title, content, parent: privateFolder.id }),
    I7: () => createItem(owner, place('S2'), { title, content, parent: sharedFolder.id }),
  };
  const things: ItemThing[] = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'];
  const made = await Promise.all(things.map(async (thing) => [thing, await makers[thing]()] as const));
  const picture = await uploadFixture(owner, place('S2'), 'files/photo.jpg');
  await waitUntilReady(owner, picture.id);

  return {
    hub,
    people,
    as: (persona) => (persona === 'anonymous' ? client : people[persona].client).in(hub),
    makeSpace,
    makeItem: (thing) => makers[thing](),
    creatorOf: (thing) => (thing === 'I4' || thing === 'I6' ? author : owner).client.in(hub),
    spaces,
    items: Object.fromEntries(made) as Record<ItemThing, Item>,
    picture,
  };
}
