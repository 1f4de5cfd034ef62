import type { HubRole, ItemRole, Visibility } from '#lib/access/roles.ts';

/**
 * The rules of `docs/permissions.md` for one user and one resource, computed top-down for that pair alone.
 * The app computes access lists for all users on each write; both must have the same result.
 */
export type Model = {
  /** Null: no member, or not any more. */
  hub: Map<string, ModelMember | null>;
  spaces: Map<string, ModelSpace>;
  items: Map<string, ModelItem>;
  /** Published forms, with a submission. */
  forms: Map<string, ModelForm>;
};

export type ModelMember = { role: HubRole; suspended: boolean };

export type ModelSpace = { visibility: Visibility; defaultRole: ItemRole; people: Map<string, ItemRole> };

export type ModelItem = {
  space: string;
  parent: string | null;
  visibility: Visibility;
  creator: string;
  people: Map<string, ItemRole>;
  trashed: boolean;
};

/** A form is in no folder. */
export type ModelForm = Omit<ModelItem, 'parent'>;

const STRENGTH: Record<ItemRole, number> = { viewer: 1, commenter: 2, editor: 3, owner: 4 };
export const NONE = 0;
export const EDITOR = STRENGTH.editor;

const strength = (role: ItemRole | undefined) => (role ? STRENGTH[role] : NONE);

function standing(model: Model, person: string | null): HubRole | null {
  const member = person === null ? null : model.hub.get(person);
  return member && !member.suspended ? member.role : null;
}

/** The strength of a user's role in a space; null for a signed-out visitor. */
export function inSpace(model: Model, person: string | null, name: string): number {
  const space = model.spaces.get(name);
  if (!space) return NONE;
  const role = standing(model, person);
  const isMember = role !== null && role !== 'guest';
  const isAdmin = role === 'admin' || role === 'owner';
  return Math.max(
    space.visibility === 'public' ? STRENGTH.viewer : NONE,
    space.visibility !== 'private' && isMember ? strength(space.defaultRole) : NONE,
    space.visibility !== 'private' && isAdmin ? STRENGTH.owner : NONE,
    role !== null && person !== null ? strength(space.people.get(person)) : NONE,
  );
}

function chainOf(model: Model, id: string): ModelItem[] {
  const item = model.items.get(id);
  if (!item) return [];
  return [...(item.parent ? chainOf(model, item.parent) : []), item];
}

/** The strength of a user's role on an item, whether or not it is in the trash. */
export function onItem(model: Model, person: string | null, id: string): number {
  const chain = chainOf(model, id);
  const [top] = chain;
  if (!top) return NONE;
  const belongs = person !== null && standing(model, person) !== null;
  let hidden = false;
  let role = inSpace(model, person, top.space);
  for (const { visibility, creator, people } of chain) {
    const byName = belongs ? strength(people.get(person)) : NONE;
    if (visibility === 'private') {
      hidden = true;
      role = Math.max(byName, belongs && creator === person ? STRENGTH.owner : NONE);
    } else {
      role = Math.max(role, byName, visibility === 'public' && !hidden ? STRENGTH.viewer : NONE);
    }
  }
  return role;
}

/** Whether lists, counts and search show it to a user. */
export function isListed(model: Model, person: string | null, id: string): boolean {
  return model.items.get(id)?.trashed === false && onItem(model, person, id) > NONE;
}

/** Whether its own URL returns it: in the trash, to users who may restore it. */
export function isReachable(model: Model, person: string | null, id: string): boolean {
  const role = onItem(model, person, id);
  return model.items.get(id)?.trashed ? role >= EDITOR : role > NONE;
}

function onFormAs(model: Model, person: string | null, id: string, inItsSpace: number): number {
  const form = model.forms.get(id);
  if (!form) return NONE;
  const belongs = person !== null && standing(model, person) !== null;
  const byName = belongs ? strength(form.people.get(person)) : NONE;
  if (form.visibility === 'private') {
    return Math.max(byName, belongs && form.creator === person ? STRENGTH.owner : NONE);
  }
  return Math.max(inItsSpace, byName, form.visibility === 'public' ? STRENGTH.viewer : NONE);
}

/** The strength of a user's role on a form, whether or not it is in the trash. */
export function onForm(model: Model, person: string | null, id: string): number {
  return onFormAs(model, person, id, inSpace(model, person, model.forms.get(id)?.space ?? ''));
}

/**
 * Whether a user reads a form's submissions: an editor there, but not as an admin of the hub; or its creator
 * who may change it.
 */
export function canReadSubmissions(model: Model, person: string | null, id: string): boolean {
  const form = model.forms.get(id);
  if (!form || form.trashed || person === null) return false;
  const space = model.spaces.get(form.space);
  const role = standing(model, person);
  const plain = Math.max(
    space && space.visibility !== 'private' && role !== null && role !== 'guest'
      ? strength(space.defaultRole)
      : NONE,
    role !== null ? strength(space?.people.get(person)) : NONE,
  );
  const isAuthor = form.creator === person && onForm(model, person, id) >= EDITOR;
  return isAuthor || onFormAs(model, person, id, plain) >= EDITOR;
}
