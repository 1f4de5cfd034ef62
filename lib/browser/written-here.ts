import type { Item } from '#lib/contract/item.ts';

/** Whether an item is a document that is written on its page, in place of a file that was uploaded. */
export const isWrittenHere = ({ kind, file_name }: Pick<Item, 'kind' | 'file_name'>): boolean =>
  kind === 'document' && file_name === null;
