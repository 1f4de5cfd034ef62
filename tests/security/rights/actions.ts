import fc from 'fast-check';
import { HUB_ROLES, ITEM_ROLES, type ItemRole, VISIBILITIES } from '#lib/access/roles.ts';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item, ItemsResult } from '#lib/contract/item.ts';
import type { Client, ClientResponse } from '#tests/harness/client.ts';
import { expectCopied } from './copies.ts';
import { expectNothingDisclosed, follows, seenBy } from './disclosure.ts';
import type { Model, ModelForm, ModelItem } from './model.ts';
import {
  ACCOUNTS,
  FORM_NAMES,
  type FormName,
  ITEM_NAMES,
  type ItemName,
  type Name,
  type Scene,
  SPACE_NAMES,
} from './names.ts';

const person = fc.constantFrom(...ACCOUNTS);
const item = fc.constantFrom(...ITEM_NAMES);
const form = fc.constantFrom(...FORM_NAMES);
const space = fc.constantFrom(...SPACE_NAMES);
const visibility = fc.constantFrom(...VISIBILITIES);
const several = fc.uniqueArray(item, { minLength: 1, maxLength: 4 });
/** Whether a disclosure is accepted when the server requires a confirmation. */
const accepts = fc.boolean();
const role = fc.constantFrom(...ITEM_ROLES);
/** Users who can gain or lose access. */
const other = fc.constantFrom('admin', 'author', 'member', 'guest');

/** One change of access or location, by a user who may or may not do it. */
export const actionArbitrary = fc.oneof(
  fc.record({ type: fc.constant('space visibility'), by: person, space, visibility, accepts }),
  fc.record({
    type: fc.constant('default role'),
    by: person,
    space,
    role: fc.constantFrom('viewer', 'commenter', 'editor'),
  }),
  fc.record({ type: fc.constant('add to space'), by: person, space, person: other, role }),
  fc.record({ type: fc.constant('take from space'), by: person, space, person: other }),
  fc.record({ type: fc.constant('item visibility'), by: person, item, visibility, accepts }),
  fc.record({ type: fc.constant('add to item'), by: person, item, person: other, role }),
  fc.record({ type: fc.constant('take from item'), by: person, item, person: other }),
  fc.record({
    type: fc.constant('move'),
    by: person,
    item,
    to: fc.constantFrom('folder', 'inner folder', null),
    visibility: fc.option(visibility),
    accepts,
  }),
  fc.record({
    type: fc.constant('move to space'),
    by: person,
    item,
    space,
    visibility: fc.option(visibility),
    accepts,
  }),
  fc.record({
    type: fc.constant('move several'),
    by: person,
    several,
    space,
    accepts,
  }),
  fc.record({
    type: fc.constant('visibility of several'),
    by: person,
    several,
    visibility,
    accepts,
  }),
  fc.record({ type: fc.constant('form visibility'), by: person, form, visibility }),
  fc.record({ type: fc.constant('add to form'), by: person, form, person: other, role }),
  fc.record({ type: fc.constant('take from form'), by: person, form, person: other }),
  fc.record({ type: fc.constant('trash form'), by: person, form }),
  fc.record({ type: fc.constant('restore form'), by: person, form }),
  fc.record({ type: fc.constant('trash'), by: person, item }),
  fc.record({ type: fc.constant('restore'), by: person, item, accepts }),
  fc.record({ type: fc.constant('trash several'), by: person, several }),
  fc.record({ type: fc.constant('restore several'), by: person, several, accepts }),
  fc.record({ type: fc.constant('copy'), by: person, item, space }),
  fc.record({
    type: fc.constant('hub role'),
    by: person,
    person: other,
    role: fc.constantFrom(...HUB_ROLES.filter((one) => one !== 'owner')),
  }),
  fc.record({ type: fc.constant('suspend'), by: person, person: other, suspended: fc.boolean() }),
  fc.record({ type: fc.constant('remove'), by: person, person: other }),
);
export type Action = typeof actionArbitrary extends fc.Arbitrary<infer One> ? One : never;

const clientOf = ({ people, hub }: Scene, name: Name): Client => people[name].client.in(hub);

function modelForm({ model }: Scene, name: FormName): ModelForm {
  const found = model.forms.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

function modelItem({ model }: Scene, name: ItemName): ModelItem {
  const found = model.items.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

/** A folder and all its contents. */
function family(model: Model, name: string): ModelItem[] {
  const found = model.items.get(name);
  const below = [...model.items].filter(([, one]) => one.parent === name);
  return found ? [found, ...below.flatMap(([child]) => family(model, child))] : [];
}

/** A user who makes an item or form of another user private becomes its owner by name. */
function setVisibility(found: ModelForm, by: Name, to: ModelItem['visibility']): void {
  if (to === 'private' && found.visibility !== 'private' && found.creator !== by)
    found.people.set(by, 'owner');
  found.visibility = to;
}

async function changePeople(
  scene: Scene,
  by: Name,
  path: string,
  found: ModelForm,
  change: (people: Map<string, ItemRole>) => void,
): Promise<void> {
  const wanted = new Map(found.people);
  change(wanted);
  const people = [...wanted].map(([one, role]) => ({
    user_id: scene.people[one as Name].user.id,
    role,
  }));
  const response = await clientOf(scene, by).put(`${path}access/`, { people });
  if (!response.ok) return;
  // A private item belongs to its creator without a grant.
  if (found.visibility === 'private' && !found.people.has(found.creator)) wanted.delete(found.creator);
  found.people = wanted;
}

type Confirmed = { response: ClientResponse<unknown>; accepted: boolean };

/** Sends a change, and again with its disclosure where that is required and accepted. */
async function ask(
  { accepts }: { accepts: boolean },
  send: (disclosure: { disclosure?: string }) => Promise<ClientResponse<unknown>>,
): Promise<Confirmed> {
  const response = await send({});
  if (!accepts || response.body.code !== 'more_would_see') return { response, accepted: false };
  const { disclosure } = response.data as Disclosure;
  return { response: await send({ disclosure }), accepted: true };
}

/** Sends an action over HTTP, and applies it to the model if it succeeded. */
export async function performAction(scene: Scene, one: Action): Promise<void> {
  const { model, people, spaces, items, forms, hub } = scene;
  const client = clientOf(scene, one.by);
  const before = seenBy(model);
  switch (one.type) {
    case 'space visibility':
    case 'default role': {
      const change = 'visibility' in one ? { visibility: one.visibility } : { default_role: one.role };
      const path = `spaces/${spaces[one.space].slug}/`;
      const { response, accepted } = await ask({ accepts: 'accepts' in one && one.accepts }, (disclosure) =>
        client.patch(path, { ...change, ...disclosure }),
      );
      const found = model.spaces.get(one.space);
      if (!response.ok || !found) return;
      // An admin who makes an item private that they were not added to becomes its owner by name.
      if ('visibility' in one && one.visibility === 'private' && !found.people.has(one.by)) {
        found.people.set(one.by, 'owner');
      }
      if ('visibility' in one) found.visibility = one.visibility;
      else found.defaultRole = one.role as ItemRole;
      const { space: name } = one;
      const isChosen = (item: string) => model.items.get(item)?.space === name && follows(model, item, null);
      if (!accepted) expectNothingDisclosed(model, before, one.by, isChosen);
      return;
    }
    case 'add to space': {
      const id = people[one.person as Name].user.id;
      const path = `spaces/${spaces[one.space].slug}/members/`;
      const found = model.spaces.get(one.space)?.people;
      const response = found?.has(one.person)
        ? await client.patch(`${path}${id}/`, { role: one.role })
        : await client.post(path, { user_id: id, role: one.role });
      if (response.ok) found?.set(one.person, one.role);
      return;
    }
    case 'take from space': {
      const id = people[one.person as Name].user.id;
      const response = await client.delete(`spaces/${spaces[one.space].slug}/members/${id}/`);
      if (response.ok) model.spaces.get(one.space)?.people.delete(one.person);
      return;
    }
    case 'item visibility': {
      const { response, accepted } = await ask(one, (disclosure) =>
        client.patch(`items/${items[one.item].id}/`, { visibility: one.visibility, ...disclosure }),
      );
      if (!response.ok) return;
      setVisibility(modelItem(scene, one.item), one.by, one.visibility);
      const isChosen = (item: string) => follows(model, item, one.item);
      if (!accepted) expectNothingDisclosed(model, before, one.by, isChosen);
      return;
    }
    case 'add to item':
      return changePeople(scene, one.by, `items/${items[one.item].id}/`, modelItem(scene, one.item), (all) =>
        all.set(one.person, one.role),
      );
    case 'take from item':
      return changePeople(scene, one.by, `items/${items[one.item].id}/`, modelItem(scene, one.item), (all) =>
        all.delete(one.person),
      );
    case 'form visibility': {
      const response = await client.patch(`forms/${forms[one.form].id}/`, { visibility: one.visibility });
      if (response.ok) setVisibility(modelForm(scene, one.form), one.by, one.visibility);
      return;
    }
    case 'add to form':
      return changePeople(scene, one.by, `forms/${forms[one.form].id}/`, modelForm(scene, one.form), (all) =>
        all.set(one.person, one.role),
      );
    case 'take from form':
      return changePeople(scene, one.by, `forms/${forms[one.form].id}/`, modelForm(scene, one.form), (all) =>
        all.delete(one.person),
      );
    case 'trash form':
    case 'restore form': {
      const path = `forms/${forms[one.form].id}/`;
      const isTrash = one.type === 'trash form';
      const response = isTrash ? await client.delete(path) : await client.post(`${path}restore/`);
      if (response.ok) modelForm(scene, one.form).trashed = isTrash;
      return;
    }
    case 'move': {
      const parent = one.to && items[one.to as ItemName].id;
      const body = one.visibility ? { parent, visibility: one.visibility } : { parent };
      const { response, accepted } = await ask(one, (disclosure) =>
        client.patch(`items/${items[one.item].id}/`, { ...body, ...disclosure }),
      );
      if (!response.ok) return;
      const found = modelItem(scene, one.item);
      found.parent = one.to;
      if (one.visibility) setVisibility(found, one.by, one.visibility);
      const isChosen = (item: string) => one.visibility !== null && follows(model, item, one.item);
      if (!accepted) expectNothingDisclosed(model, before, one.by, isChosen);
      return;
    }
    case 'move to space': {
      const body = {
        space: spaces[one.space].slug,
        parent: null,
        ...(one.visibility ? { visibility: one.visibility } : {}),
      };
      const { response, accepted } = await ask(one, (disclosure) =>
        client.post(`items/${items[one.item].id}/move/`, { ...body, ...disclosure }),
      );
      if (!response.ok) return;
      for (const each of family(model, one.item)) each.space = one.space;
      const found = modelItem(scene, one.item);
      found.parent = null;
      if (one.visibility) setVisibility(found, one.by, one.visibility);
      const isChosen = (item: string) => one.visibility !== null && follows(model, item, one.item);
      if (!accepted) expectNothingDisclosed(model, before, one.by, isChosen);
      return;
    }
    case 'move several':
    case 'visibility of several': {
      const isMove = one.type === 'move several';
      const ids = one.several.map((name) => items[name].id);
      const body =
        'space' in one
          ? { ids, space: spaces[one.space].slug, parent: null }
          : { ids, visibility: one.visibility };
      const { response, accepted } = await ask(one, (disclosure) =>
        client.post(isMove ? 'items/move/' : 'items/visibility/', { ...body, ...disclosure }),
      );
      if (!response.ok) return;
      const done = new Set((response.data as ItemsResult).items.map(({ id }) => id));
      const changed = one.several.filter((name) => done.has(items[name].id));
      // Each is moved out of its folder first: nested ones become siblings.
      if ('space' in one) for (const name of changed) modelItem(scene, name).parent = null;
      for (const name of changed) {
        if ('space' in one) for (const each of family(model, name)) each.space = one.space;
        else setVisibility(modelItem(scene, name), one.by, one.visibility);
      }
      const isChosen = (item: string) => !isMove && changed.some((name) => follows(model, item, name));
      if (!accepted) expectNothingDisclosed(model, before, one.by, isChosen);
      return;
    }
    case 'trash': {
      const response = await client.delete(`items/${items[one.item].id}/`);
      if (response.ok) for (const each of family(model, one.item)) each.trashed = true;
      return;
    }
    case 'restore': {
      const { accepted } = await ask(one, (disclosure) =>
        client.post(`items/${items[one.item].id}/restore/`, disclosure),
      );
      await readTrash(scene);
      if (!accepted) expectNothingDisclosed(model, before, one.by, () => false);
      return;
    }
    case 'trash several': {
      const ids = one.several.map((name) => items[name].id);
      const response = await client.post('items/trash/', { ids });
      if (!response.ok) return;
      const done = new Set(response.data.items.map(({ id }) => id));
      for (const name of one.several.filter((each) => done.has(items[each].id)))
        for (const each of family(model, name)) each.trashed = true;
      return;
    }
    case 'restore several': {
      const ids = one.several.map((name) => items[name].id);
      const { accepted } = await ask(one, (disclosure) =>
        client.post('items/restore/', { ids, ...disclosure }),
      );
      await readTrash(scene);
      if (!accepted) expectNothingDisclosed(model, before, one.by, () => false);
      return;
    }
    case 'copy':
      return expectCopied(scene, one);
    case 'hub role':
    case 'suspend': {
      const path = `hubs/${hub.domain_handle}/members/${people[one.person as Name].user.id}/`;
      const change = 'suspended' in one ? { suspended: one.suspended } : { role: one.role };
      const response = await client.patch(path, change);
      const found = model.hub.get(one.person);
      if (response.ok && found) model.hub.set(one.person, { ...found, ...change });
      return;
    }
    case 'remove': {
      const path = `hubs/${hub.domain_handle}/members/${people[one.person as Name].user.id}/`;
      const response = await client.delete(path);
      if (response.ok) model.hub.set(one.person, null);
    }
  }
}

/**
 * Reads the location and visibility of trashed and restored items from the server, as users who see them. The
 * folder is null for those who don't see the folder, so that one who does decides.
 */
async function readTrash(scene: Scene): Promise<void> {
  for (const name of ITEM_NAMES) {
    const found = modelItem(scene, name);
    const path = `items/${scene.items[name].id}/`;
    const responses = await Promise.all(ACCOUNTS.map((by) => clientOf(scene, by).get<Item>(path)));
    const seen = responses.flatMap(({ ok, data }) => (ok ? [data] : []));
    const [any] = seen;
    if (!any) continue;
    found.trashed = any.trashed_at !== null;
    found.visibility = any.visibility;
    const folder = seen.find(({ parent_id }) => parent_id !== null)?.parent_id;
    found.parent = ITEM_NAMES.find((one) => scene.items[one].id === folder) ?? null;
  }
}
