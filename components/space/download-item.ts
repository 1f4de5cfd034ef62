import type { Item } from '#lib/contract/item.ts';
import { fileUrl } from '#services/item.ts';

/** Has the browser save the item's file under its name; the session's cookie is enough for that. */
export function downloadItem({ id, file_name: name, title }: Pick<Item, 'id' | 'file_name' | 'title'>): void {
  const link = document.createElement('a');
  link.href = fileUrl(id);
  link.download = name ?? title;
  document.body.append(link);
  link.click();
  link.remove();
}
