import {
  CopyPlus,
  Download,
  ExternalLink,
  FileOutput,
  FolderInput,
  Globe,
  Link2,
  Lock,
  type LucideIcon,
  Pencil,
  RotateCw,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { VISIBILITIES, type Visibility } from '#lib/access/roles.ts';
import type { Item } from '#lib/contract/item.ts';
import { downloadItem } from './download-item.ts';
import type { ItemActions } from './use-item-actions.tsx';

export const VISIBILITY_ICONS: Record<Visibility, LucideIcon> = {
  public: Globe,
  shared: Users,
  private: Lock,
};

const isWrittenHere = (item: Item): boolean => item.kind === 'document' && item.file_name === null;

/** The actions that the user may take on an item, as menu entries. */
export function itemEntries(item: Item, href: string, acts: ItemActions): MenuEntry[] {
  const may = (operation: string) => item.allowed.includes(operation);
  const entries: MenuEntry[] = [
    { label: <FormattedMessage id="item_list.open" />, icon: ExternalLink, href },
  ];
  if (item.file_name !== null && may('item.download')) {
    entries.push({
      label: <FormattedMessage id="item_list.download" />,
      icon: Download,
      onSelect: () => downloadItem(item),
    });
  }
  if ((item.kind === 'folder' || isWrittenHere(item)) && may('item.download')) {
    entries.push({
      label: <FormattedMessage id="export.open" />,
      icon: FileOutput,
      onSelect: () => acts.export(item),
    });
  }
  entries.push({
    label: <FormattedMessage id="item_list.copy_link" />,
    icon: Link2,
    onSelect: () => acts.copyLink(item),
  });
  const favourite = acts.favourite?.(item);
  if (favourite) entries.push(favourite);
  if (may('item.change')) {
    entries.push({
      label: <FormattedMessage id="item_list.rename" />,
      icon: Pencil,
      onSelect: () => acts.rename(item),
    });
    if (item.processing.state === 'failed') {
      entries.push({
        label: <FormattedMessage id="action.retry" />,
        icon: RotateCw,
        onSelect: () => acts.retry(item),
      });
    }
  }
  if (may('item.change')) {
    entries.push({
      label: <FormattedMessage id="item_list.duplicate" />,
      icon: CopyPlus,
      onSelect: () => acts.duplicate(item),
    });
  }
  if (may('item.move')) {
    entries.push({
      label: <FormattedMessage id="move.open" />,
      icon: FolderInput,
      onSelect: () => acts.move(item),
    });
  }
  if (may('item.share')) {
    entries.push({ separator: true }, { heading: <FormattedMessage id="item_list.visibility" /> });
    for (const visibility of VISIBILITIES) {
      entries.push({
        label: <FormattedMessage id={`visibility.${visibility}`} />,
        icon: VISIBILITY_ICONS[visibility],
        checked: item.visibility === visibility,
        onSelect: () => acts.setVisibility(item, visibility),
      });
    }
    entries.push({
      label: <FormattedMessage id="sharing.open" />,
      icon: UserPlus,
      onSelect: () => acts.share(item),
    });
  }
  const archive = acts.archive?.(item);
  if (archive) entries.push({ separator: true }, archive);
  if (may('item.trash')) {
    entries.push(
      { separator: true },
      {
        label: <FormattedMessage id="item_list.trash" />,
        icon: Trash2,
        danger: true,
        onSelect: () => acts.trash(item),
      },
    );
  }
  return entries;
}
