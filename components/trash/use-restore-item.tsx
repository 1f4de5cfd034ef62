import { useRouter } from 'next/router';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DisclosureDetails } from '#components/disclosure/DisclosureDetails.tsx';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item } from '#lib/contract/item.ts';
import type { TrashEntry } from '#lib/contract/trash.ts';
import { disclosureOf } from '#services/disclosure.ts';
import { restoreItem } from '#services/item.ts';
import { RestoreVisibilityDialog } from './RestoreVisibilityDialog.tsx';

type List = { remove: (id: string) => void; reload: () => Promise<void> };

/**
 * Restores items: where that would show them to more people than before, a dialog asks for the visibility first.
 * `dialog` must be rendered on the page.
 */
export function useRestoreItem(
  handle: string,
  list: List,
): { restore: (entry: TrashEntry) => Promise<void>; dialog: ReactNode } {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const disclose = useDisclosure();
  const [wider, setWider] = useState<{ entry: TrashEntry; disclosure: Disclosure } | null>(null);
  const nameOfSpace = ({ space: { name } }: TrashEntry) =>
    name || intl.formatMessage({ id: 'trash.its_space' });

  const restoreAs = async (entry: TrashEntry, visibility: Visibility) => {
    const restored = await disclose((accepted) => restoreItem(entry.item.id, { visibility, ...accepted }));
    setWider(null);
    if (restored) await showRestored(entry, restored.data);
  };
  const showRestored = async (entry: TrashEntry, data: Item) => {
    const { item } = entry;
    list.remove(item.id);
    const elsewhere = data.parent_id !== item.parent_id;
    toast({
      tone: 'success',
      text: (
        <FormattedMessage
          id={elsewhere ? 'trash.restored_elsewhere' : 'trash.restored'}
          values={{ title: <bdi>{item.title}</bdi>, place: <bdi>{nameOfSpace(entry)}</bdi> }}
        />
      ),
      action: {
        label: <FormattedMessage id="trash.show" />,
        onSelect: () => void router.push(itemPath(handle, data)),
      },
    });
    // Items that were restored with it may be entries of their own in this user's list.
    await list.reload();
  };

  const restore = async (entry: TrashEntry) => {
    try {
      await showRestored(entry, (await restoreItem(entry.item.id)).data);
    } catch (error) {
      const disclosure = disclosureOf(error);
      if (!disclosure) throw error;
      setWider({ entry, disclosure });
    }
  };

  const dialog = wider && (
    <RestoreVisibilityDialog
      title={
        <FormattedMessage id="trash.wider_title" values={{ title: <bdi>{wider.entry.item.title}</bdi> }} />
      }
      text={<FormattedMessage id="trash.wider_text" />}
      note={<DisclosureDetails disclosure={wider.disclosure} max={3} />}
      place={nameOfSpace(wider.entry)}
      submit={<FormattedMessage id="trash.restore_short" />}
      onClose={() => setWider(null)}
      onChosen={(visibility) => restoreAs(wider.entry, visibility)}
    />
  );
  return { restore, dialog };
}
