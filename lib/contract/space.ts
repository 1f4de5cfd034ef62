import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { spaceOperations } from '#lib/access/operations.ts';
import { disclosureField } from '#lib/contract/disclosure.ts';
import { favouriteItem } from '#lib/contract/favourite-item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { itemRole, visibilityField } from '#lib/contract/role.ts';
import { choiceField, queryChoice, queryFlag, queryText, textField } from '#lib/contract/text-field.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import { HANDLE_MAX, spaceSlugProblem } from '#lib/text/handle.ts';
import { PASSWORD_MAX } from '#lib/text/rules.ts';

const name = textField('Name', { max: TITLE_MAX });
const slug = textField('Address', { max: HANDLE_MAX, rule: spaceSlugProblem });
const description = textField('Description', { max: 2000, multiline: true, empty: true });
const defaultRole = choiceField('Default role', ['viewer', 'commenter', 'editor']);

export const createSpaceRequest = z.object({
  name,
  slug: slug.optional(),
  description: description.optional(),
  visibility: visibilityField.default('shared'),
  default_role: defaultRole.optional(),
});
export type CreateSpaceRequest = z.input<typeof createSpaceRequest>;

export const changeSpaceRequest = z.object({
  name: name.optional(),
  slug: slug.optional(),
  description: description.optional(),
  visibility: visibilityField.optional(),
  default_role: defaultRole.optional(),
  disclosure: disclosureField,
});
export type ChangeSpaceRequest = z.input<typeof changeSpaceRequest>;

export const SPACE_SORTS = [
  'name',
  '-name',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
] as const;

export const spaceListQuery = z.object({
  ...pageQuery,
  q: queryText('Search'),
  sort: queryChoice('Sort', SPACE_SORTS),
  /** The archived ones instead of the others. */
  archived: queryFlag('Archived'),
  /** Only those that the caller may add to. */
  writable: queryFlag('Writable'),
});
export type SpaceListQuery = z.output<typeof spaceListQuery>;

export const spaceParams = z.object({ slug: textField('Space', { max: 255 }) });

export const space = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  visibility: visibilityField,
  default_role: defaultRole,
  my_role: itemRole.nullable(),
  allowed: z.array(z.enum(spaceOperations('owner'))),
  /** The number of items that the caller may see; each stops at 10,000. */
  counts: z.object({
    /** Without folders. */
    items: z.number(),
    kinds: z.record(z.string(), z.number()),
    forms: z.number(),
  }),
  /** Set while it can only be read. */
  archived_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.number(),
});
export type Space = z.output<typeof space>;

/** Where a space is known by an address that it has or had. */
export const spaceAddress = space.pick({ slug: true });

/** A space as lists of places name it. */
export const spaceSummary = space.pick({ id: true, slug: true, name: true, visibility: true });
export type SpaceSummary = z.output<typeof spaceSummary>;

/** The most starred spaces. */
export const FAVOURITES_MAX = 100;

export const favouriteOrderRequest = z.object({
  /** All that are to be first, in their order; the others follow as they were. */
  slugs: z
    .array(textField('Space', { max: 255 }), { error: 'Give the addresses of the spaces as a list' })
    .max(FAVOURITES_MAX, `At most ${FAVOURITES_MAX} spaces can be favourites`),
});

/** A person's shortcut spaces in a hub, for the sidebar: a few of each, however many spaces there are. */
export const spaceShortcuts = z.object({
  /** Starred, in the person's own order. */
  favourites: z.array(spaceSummary),
  /** Starred items, in the person's own order. */
  items: z.array(favouriteItem),
  /** Watched items that others changed since the person saw them; a few. */
  unread: z.array(favouriteItem),
  /** Opened last, the latest first. */
  recent: z.array(spaceSummary),
  /** The first of all by name. */
  spaces: z.array(spaceSummary),
  /** How many the person may see in all. */
  count: z.number(),
  /** How many of the person's notifications are unread, in all hubs. */
  notifications: z.number(),
});
export type SpaceShortcuts = z.output<typeof spaceShortcuts>;

export const takeOverRequest = z.object({ password: textField('Password', { max: PASSWORD_MAX }) });
export type TakeOverRequest = z.input<typeof takeOverRequest>;

/** A private space without an owner who can act, as the hub's owner sees it. */
export const ownerlessSpace = z.object({
  slug: z.string(),
  name: z.string(),
  visibility: visibilityField,
  /** The people who still can see it. */
  people: z.number(),
  created_at: z.string(),
});
export type OwnerlessSpace = z.output<typeof ownerlessSpace>;
