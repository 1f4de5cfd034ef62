import type { Item } from '#lib/contract/item.ts';
import { downloadName } from '#lib/text/download-name.ts';
import { downloadUrl } from '#services/item.ts';

/** Has the browser download the item's file under its name; the session's cookie is enough for that. */
export function downloadItem(item: Pick<Item, 'id' | 'file_name' | 'title'>): void {
  const link = document.createElement('a');
  link.href = downloadUrl(item.id);
  link.download = downloadName(item);
  document.body.append(link);
  link.click();
  link.remove();
}
