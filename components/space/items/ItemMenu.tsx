import { Ellipsis } from 'lucide-react';
import { useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import type { Item } from '#lib/contract/item.ts';
import { itemEntries } from './item-entries.tsx';
import type { ItemActions } from './use-item-actions.tsx';

/** The menu of an item's row with its actions. */
export function ItemMenu({ item, href, acts }: { item: Item; href: string; acts: ItemActions }) {
  const intl = useIntl();
  return (
    <Menu entries={itemEntries(item, href, acts)} align="end">
      {(trigger) => (
        <IconButton
          {...trigger}
          icon={Ellipsis}
          label={intl.formatMessage({ id: 'item_list.acts' }, { title: item.title })}
        />
      )}
    </Menu>
  );
}
