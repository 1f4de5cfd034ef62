import type { Hub } from '#lib/contract/hub.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import type { Model } from './model.ts';

export const ACCOUNTS = ['owner', 'admin', 'author', 'member', 'guest'] as const;
export type Name = (typeof ACCOUNTS)[number];
export const SPACE_NAMES = ['first', 'second'] as const;
export const ITEM_NAMES = [
  'folder',
  'inner folder',
  'page',
  'inner page',
  'note',
  'draft',
  'ledger',
  'scan',
] as const;
/** A cell of the table `ledger`. */
export const LEDGER_CELL = 'ledgercell';
export const FORM_NAMES = ['survey', 'ballot'] as const;
export type FormName = (typeof FORM_NAMES)[number];
export type SpaceName = (typeof SPACE_NAMES)[number];
export type ItemName = (typeof ITEM_NAMES)[number];

/** The hub in which a sequence of actions runs, and its model. */
export type Scene = {
  hub: Hub;
  people: Record<Name, TestAccount>;
  spaces: Record<SpaceName, Space>;
  items: Record<ItemName, Item>;
  /** Each with the file in its submission. */
  forms: Record<FormName, { id: string; slug: string; submission: string; file: string }>;
  model: Model;
};
