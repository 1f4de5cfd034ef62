import { Archive, ArchiveRestore } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import { archiveItem, unarchiveItem } from '#services/item.ts';

/**
 * The menu entry that archives an item, with an undo button, or takes it back; null where the user may not.
 * @param onChanged gets the item as it is then
 */
export function useArchiveEntry(onChanged: (item: Item) => void): (item: Item) => MenuEntry | null {
  const toast = useToast();

  const set = async (id: string, isArchived: boolean) => {
    try {
      const { data } = isArchived ? await archiveItem(id) : await unarchiveItem(id);
      onChanged(data);
      const { title } = data;
      if (!isArchived) return toast({ text: <FormattedMessage id="item.unarchived" values={{ title }} /> });
      toast({
        text: <FormattedMessage id="item.was_archived" values={{ title }} />,
        action: { label: <FormattedMessage id="item.undo" />, onSelect: () => void set(id, false) },
      });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  return ({ id, allowed, archived_at }) => {
    if (!allowed.includes('item.archive')) return null;
    const isArchived = archived_at !== null;
    return {
      label: <FormattedMessage id={isArchived ? 'item.unarchive' : 'item.archive'} />,
      icon: isArchived ? ArchiveRestore : Archive,
      onSelect: () => void set(id, !isArchived),
    };
  };
}
