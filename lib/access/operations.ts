import { keysOf } from '#lib/text/keys-of.ts';
import { type HubRole, type ItemRole, ROLE_RANK } from './roles.ts';

/**
 * Which roles allow which operations: the table of `docs/permissions.md` as data. Apart from the roles, which each page
 * loads.
 */

/** The weakest role for each operation on an item. */
const ITEM_OPERATION_ROLE = {
  'item.view': 'viewer',
  'item.download': 'viewer',
  'item.comment': 'commenter',
  'item.create': 'editor',
  'item.change': 'editor',
  'item.move': 'editor',
  'item.share': 'editor',
  'item.archive': 'editor',
  'item.trash': 'editor',
  'item.restore': 'editor',
  'item.delete': 'owner',
} as const satisfies Record<string, ItemRole>;
export type ItemOperation = keyof typeof ITEM_OPERATION_ROLE;

/**
 * The most that a share link's role allows: its holder is no member, so sharing, moving and the trash are
 * reserved for the people of the hub.
 */
export const LINK_OPERATIONS: ReadonlySet<ItemOperation> = new Set([
  'item.view',
  'item.download',
  'item.comment',
  'item.change',
]);

/** The weakest role for each operation on a space. */
const SPACE_OPERATION_ROLE = {
  'space.view': 'viewer',
  'space.create_item': 'editor',
  'space.change': 'owner',
  'space.share': 'editor',
  'space.members': 'owner',
  'space.archive': 'owner',
  'space.delete': 'owner',
} as const satisfies Record<string, ItemRole>;
export type SpaceOperation = keyof typeof SPACE_OPERATION_ROLE;

/** The weakest role for each operation on a form. */
const FORM_OPERATION_ROLE = {
  'form.view': 'viewer',
  'form.submit': 'viewer',
  'form.change': 'editor',
  'form.publish': 'editor',
  'form.share': 'editor',
  'form.trash': 'editor',
  'form.restore': 'editor',
  'form.read_submissions': 'editor',
  'form.correct_submissions': 'editor',
  'form.delete_submissions': 'owner',
  'form.delete': 'owner',
} as const satisfies Record<string, ItemRole>;
export type FormOperation = keyof typeof FORM_OPERATION_ROLE;

/** The most that a share link to a form allows: to view it, and to submit it. */
export const FORM_LINK_OPERATIONS: ReadonlySet<FormOperation> = new Set(['form.view', 'form.submit']);

/** Which hub roles allow each operation on the hub. */
const HUB_OPERATION_ROLES = {
  'hub.view': ['owner', 'admin', 'member', 'guest'],
  'hub.create_space': ['owner', 'admin', 'member'],
  'hub.members': ['owner', 'admin', 'member'],
  'hub.invite': ['owner', 'admin'],
  'hub.change_members': ['owner', 'admin'],
  'hub.change': ['owner', 'admin'],
  'hub.audit': ['owner', 'admin'],
  'hub.export': ['owner', 'admin'],
  'hub.plan': ['owner'],
  'hub.take_over_space': ['owner'],
  'hub.transfer': ['owner'],
  'hub.delete': ['owner'],
} as const satisfies Record<string, readonly HubRole[]>;
export type HubOperation = keyof typeof HUB_OPERATION_ROLES;

function allowedBy<Operation extends string>(
  table: Record<Operation, ItemRole>,
  role: ItemRole | null,
): Operation[] {
  if (!role) return [];
  const operations = keysOf(table);
  return operations.filter((operation) => ROLE_RANK[table[operation]] <= ROLE_RANK[role]);
}

/** What hub admins may not do as admins: submissions are read only by the editors and owners of a form. */
export const SUBMISSION_OPERATIONS: ReadonlySet<FormOperation> = new Set([
  'form.read_submissions',
  'form.correct_submissions',
  'form.delete_submissions',
]);

type ResourceOperation = ItemOperation | SpaceOperation | FormOperation;

/** What an archived space forbids to all: it is read-only, but its access can still be changed. */
const NOT_IN_ARCHIVE: ReadonlySet<ResourceOperation> = new Set<ResourceOperation>([
  'item.comment',
  'item.create',
  'item.change',
  'item.move',
  'item.archive',
  'item.trash',
  'item.restore',
  'space.create_item',
  'form.submit',
  'form.change',
  'form.publish',
  'form.trash',
  'form.restore',
  'form.correct_submissions',
]);

/** What an archived item allows beside what an archived space does: taking it back, and throwing it away. */
const ON_ARCHIVED_ITEM: ReadonlySet<ItemOperation> = new Set<ItemOperation>([
  'item.archive',
  'item.trash',
  'item.restore',
]);

/** Whether an item that is archived itself still allows it. */
export const isAllowedOnArchivedItem = (operation: ItemOperation) =>
  ON_ARCHIVED_ITEM.has(operation) || isAllowedInArchivedSpace(operation);

/** Whether an archived space still allows it. */
export const isAllowedInArchivedSpace = (operation: ResourceOperation) => !NOT_IN_ARCHIVE.has(operation);

/** What `role` may do to an item, in the table's order; less where its space is archived. */
export function itemOperations(role: ItemRole | null, archived = false): ItemOperation[] {
  const operations = allowedBy<ItemOperation>(ITEM_OPERATION_ROLE, role);
  return archived ? operations.filter(isAllowedInArchivedSpace) : operations;
}

/** What `role` may do to a space, in the table's order; less where it is archived. */
export function spaceOperations(role: ItemRole | null, archived = false): SpaceOperation[] {
  const operations = allowedBy<SpaceOperation>(SPACE_OPERATION_ROLE, role);
  return archived ? operations.filter(isAllowedInArchivedSpace) : operations;
}

/** What `role` may do to a form, in the table's order; less where its space is archived. */
export function formOperations(role: ItemRole | null, archived = false): FormOperation[] {
  const operations = allowedBy<FormOperation>(FORM_OPERATION_ROLE, role);
  return archived ? operations.filter(isAllowedInArchivedSpace) : operations;
}

/** What `role` may do to its hub; members create spaces only where the hub's setting lets them. */
export function hubOperations(role: HubRole | null, membersCreateSpaces: boolean): HubOperation[] {
  if (!role) return [];
  const operations = keysOf(HUB_OPERATION_ROLES);
  return operations.filter((operation) => {
    const roles: readonly HubRole[] = HUB_OPERATION_ROLES[operation];
    if (operation === 'hub.create_space' && role === 'member' && !membersCreateSpaces) return false;
    return roles.includes(role);
  });
}

export function itemRoleAllows(role: ItemRole | null, operation: ItemOperation): boolean {
  return role !== null && ROLE_RANK[role] >= ROLE_RANK[ITEM_OPERATION_ROLE[operation]];
}

export function spaceRoleAllows(role: ItemRole | null, operation: SpaceOperation): boolean {
  return role !== null && ROLE_RANK[role] >= ROLE_RANK[SPACE_OPERATION_ROLE[operation]];
}

export function formRoleAllows(role: ItemRole | null, operation: FormOperation): boolean {
  return role !== null && ROLE_RANK[role] >= ROLE_RANK[FORM_OPERATION_ROLE[operation]];
}
