import {
  CopyPlus,
  Download,
  ExternalLink,
  FileInput,
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
import { CONVERT_LABELS, convertible } from '#components/space/item/convertible.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { menuGroups } from '#components/ui/menu-groups.ts';
import type { ItemOperation } from '#lib/access/operations.ts';
import { VISIBILITIES, type Visibility } from '#lib/access/roles.ts';
import { isWrittenHere } from '#lib/browser/written-here.ts';
import type { Item } from '#lib/contract/item.ts';
import { downloadItem } from './download-item.ts';
import type { ItemActions } from './use-item-actions.tsx';

export const VISIBILITY_ICONS: Record<Visibility, LucideIcon> = {
  public: Globe,
  shared: Users,
  private: Lock,
};

/** The actions that the user may take on an item, as menu entries. */
export function itemEntries(item: Item, href: string, acts: ItemActions): MenuEntry[] {
  const may = (operation: ItemOperation) => item.allowed.includes(operation);
  const conversion = convertible(item);
  return menuGroups(
    [
      { label: <FormattedMessage id="item_list.open" />, icon: ExternalLink, href },
      {
        label: <FormattedMessage id="item_list.copy_link" />,
        icon: Link2,
        onSelect: () => acts.copyLink(item),
      },
      acts.favourite?.(item) ?? null,
    ],
    [
      item.file_name !== null &&
        may('item.download') && {
          label: <FormattedMessage id="item_list.download" />,
          icon: Download,
          onSelect: () => downloadItem(item),
        },
      (item.kind === 'folder' || isWrittenHere(item)) &&
        may('item.download') && {
          label: <FormattedMessage id="export.open" />,
          icon: FileOutput,
          onSelect: () => acts.export(item),
        },
      conversion !== null && {
        label: CONVERT_LABELS[conversion],
        icon: FileInput,
        onSelect: () => acts.convert(item),
      },
    ],
    [
      may('item.change') && {
        label: <FormattedMessage id="item_list.rename" />,
        icon: Pencil,
        onSelect: () => acts.rename(item),
      },
      may('item.change') &&
        item.processing.state === 'failed' && {
          label: <FormattedMessage id="action.retry" />,
          icon: RotateCw,
          onSelect: () => acts.retry(item),
        },
      may('item.change') && {
        label: <FormattedMessage id="item_list.duplicate" />,
        icon: CopyPlus,
        onSelect: () => acts.duplicate(item),
      },
      may('item.move') && {
        label: <FormattedMessage id="move.open" />,
        icon: FolderInput,
        onSelect: () => acts.move(item),
      },
    ],
    may('item.share') ? sharingEntries(item, acts) : [],
    [
      acts.archive?.(item) ?? null,
      may('item.trash') && {
        label: <FormattedMessage id="item_list.trash" />,
        icon: Trash2,
        danger: true,
        onSelect: () => acts.trash(item),
      },
    ],
  );
}

const sharingEntries = (item: Item, acts: ItemActions): MenuEntry[] => [
  { heading: <FormattedMessage id="item_list.visibility" /> },
  ...VISIBILITIES.map((visibility) => ({
    label: <FormattedMessage id={`visibility.${visibility}`} />,
    icon: VISIBILITY_ICONS[visibility],
    checked: item.visibility === visibility,
    onSelect: () => acts.setVisibility(item, visibility),
  })),
  {
    label: <FormattedMessage id="sharing.open" />,
    icon: UserPlus,
    onSelect: () => acts.share(item),
  },
];
