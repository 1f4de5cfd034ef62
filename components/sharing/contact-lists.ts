import { itemPath } from '#lib/browser/item-path.ts';
import type { MemberContact } from '#lib/contract/member-contacts.ts';

/** The address of a person in their contact list. */
export function contactPath(handle: string, { item_id, title, space_slug, row_id }: MemberContact): string {
  const list = itemPath(handle, { id: item_id, title, space_slug });
  return `${list}?${new URLSearchParams({ show: 'list', person: row_id })}`;
}
