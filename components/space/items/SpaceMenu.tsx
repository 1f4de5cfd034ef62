import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  Hand,
  Trash2,
  Unlink,
  Users,
  XCircle,
} from 'lucide-react';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { menuGroups } from '#components/ui/menu-groups.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { SpaceOperation } from '#lib/access/operations.ts';
import type { Space } from '#lib/contract/space.ts';
import { archiveSpace, trashSpace, unarchiveSpace } from '#services/space.ts';
import { restoreSpace } from '#services/trash.ts';

const Confirm = lazyDialog(() => import('#components/ui/Confirm.tsx').then((file) => file.Confirm));
const RequestMoreAccess = lazyDialog(() =>
  import('#components/space/members/RequestMoreAccess.tsx').then((file) => file.RequestMoreAccess),
);

const ExportSpace = lazyDialog(() =>
  import('#components/space/exports/ExportSpace.tsx').then((file) => file.ExportSpace),
);

const ArchivedItems = lazyDialog(() =>
  import('#components/space/archive/ArchivedItems.tsx').then((file) => file.ArchivedItems),
);

const BrokenLinks = lazyDialog(() => import('./BrokenLinks.tsx').then((file) => file.BrokenLinks));

type DialogName = 'archive' | 'archived items' | 'broken links' | 'export' | 'delete' | 'more';

type SpaceEntries = {
  /** The space's address. */
  base: string;
  onOpen: (dialog: DialogName) => void;
  onUnarchive: () => void;
};

/** What the menu of a space offers to its reader. */
function spaceEntries(space: Space, { base, onOpen, onUnarchive }: SpaceEntries) {
  const may = (operation: SpaceOperation) => space.allowed.includes(operation);
  return menuGroups(
    [
      { label: <FormattedMessage id="space_people.open" />, icon: Users, href: `${base}/people` },
      !may('space.share') && {
        label: <FormattedMessage id="ask_access.more" />,
        icon: Hand,
        onSelect: () => onOpen('more'),
      },
    ],
    [
      {
        label: <FormattedMessage id="space_menu.export" />,
        icon: Download,
        onSelect: () => onOpen('export'),
      },
      {
        label: <FormattedMessage id="broken_links.open" />,
        icon: Unlink,
        onSelect: () => onOpen('broken links'),
      },
    ],
    [
      {
        label: <FormattedMessage id="archived_items.open" />,
        icon: Archive,
        onSelect: () => onOpen('archived items'),
      },
      may('space.share') && {
        label: <FormattedMessage id="space_menu.trash" />,
        icon: Trash2,
        href: `${base}/trash`,
      },
    ],
    [
      may('space.archive') &&
        (space.archived_at
          ? {
              label: <FormattedMessage id="space_menu.unarchive" />,
              icon: ArchiveRestore,
              onSelect: onUnarchive,
            }
          : {
              label: <FormattedMessage id="space_menu.archive" />,
              icon: Archive,
              onSelect: () => onOpen('archive'),
            }),
      may('space.delete') && {
        label: <FormattedMessage id="space_menu.delete" />,
        icon: XCircle,
        danger: true,
        onSelect: () => onOpen('delete'),
      },
    ],
  );
}

/** The menu of a space: its members, its trash, archiving and deleting it. */
export function SpaceMenu({ handle, space }: { handle: string; space: Space }) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const refresh = usePageRefresh();
  const base = `/${handle}/${space.slug}`;
  const name = <bdi>{space.name}</bdi>;
  const close = () => setDialog(null);

  const unarchive = async () => {
    try {
      await unarchiveSpace(space);
      toast({
        tone: 'success',
        text: <FormattedMessage id="space_menu.unarchived" values={{ space: name }} />,
      });
      await refresh();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  const restore = async (id: string) => {
    try {
      const { data } = await restoreSpace(id);
      await router.push(`/${handle}/${data.slug}`);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const entries = spaceEntries(space, { base, onOpen: setDialog, onUnarchive: () => void unarchive() });

  return (
    <>
      <Menu entries={entries} align="end">
        {(trigger) => (
          <IconButton {...trigger} icon={Ellipsis} label={intl.formatMessage({ id: 'space_menu.label' })} />
        )}
      </Menu>
      {dialog === 'archive' && (
        <Confirm
          title={<FormattedMessage id="space_menu.archive_title" values={{ space: name }} />}
          text={<FormattedMessage id="space_menu.archive_text" />}
          submit={<FormattedMessage id="space_menu.archive" />}
          onClose={close}
          onConfirm={async () => {
            await archiveSpace(space);
            close();
            toast({ text: <FormattedMessage id="space_menu.archived" values={{ space: name }} /> });
            await refresh();
          }}
        />
      )}
      {dialog === 'delete' && (
        <Confirm
          title={<FormattedMessage id="space_menu.delete_title" values={{ space: name }} />}
          text={<FormattedMessage id="space_menu.delete_text" />}
          submit={<FormattedMessage id="space_menu.delete" />}
          danger
          onClose={close}
          onConfirm={async () => {
            const { data } = await trashSpace(space);
            toast({
              text: <FormattedMessage id="space_menu.deleted" values={{ space: name }} />,
              action: {
                label: <FormattedMessage id="item_list.undo" />,
                onSelect: () => void restore(data.id),
              },
            });
            await router.push(`/${handle}`);
          }}
        />
      )}
      {dialog === 'archived items' && (
        <ArchivedItems handle={handle} space={space} onClose={close} onUnarchived={() => void refresh()} />
      )}
      {dialog === 'broken links' && <BrokenLinks handle={handle} space={space} onClose={close} />}
      {dialog === 'export' && <ExportSpace handle={handle} space={space} onClose={close} />}
      {dialog === 'more' && <RequestMoreAccess space={space} onClose={close} />}
    </>
  );
}
