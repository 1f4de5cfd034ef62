import { useIntl } from 'react-intl';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import type { FavouriteItem } from '#lib/contract/favourite-item.ts';
import { orderFavouriteItems } from '#services/favourite-items.ts';
import { MoveUpButton, OrderedLinks } from './OrderedLinks.tsx';
import { SidebarLink, SidebarLinkList } from './SidebarLink.tsx';
import { useOwnOrder } from './use-own-order.ts';

type ItemLinksProps = {
  /** The hub's address. */
  base: string;
  path: string;
  collapsed: boolean;
  items: readonly FavouriteItem[];
};

/** The watched items that others changed. */
export function UnreadItems({ base, path, collapsed, items }: ItemLinksProps) {
  const intl = useIntl();
  return (
    <SidebarLinkList aria-label={intl.formatMessage({ id: 'layout.unread_items' })}>
      {items.map((item) => (
        <SidebarLink
          key={item.id}
          href={itemPath(base.slice(1), item)}
          current={path.includes(item.id)}
          collapsed={collapsed}
          mark={<KindIcon kind={item.kind} size={collapsed ? 28 : 20} />}
          label={<strong>{item.title}</strong>}
        />
      ))}
    </SidebarLinkList>
  );
}

/** The starred items, in the user's own order. */
export function FavouriteItems({ base, path, collapsed, items }: ItemLinksProps) {
  const intl = useIntl();
  const { shown, moveUp } = useOwnOrder(items, (ordered) => orderFavouriteItems(ordered.map(({ id }) => id)));

  return (
    <OrderedLinks>
      <SidebarLinkList aria-label={intl.formatMessage({ id: 'layout.favourite_items' })}>
        {shown.map((item, index) => (
          <SidebarLink
            key={item.id}
            href={itemPath(base.slice(1), item)}
            current={path.includes(item.id)}
            collapsed={collapsed}
            mark={<KindIcon kind={item.kind} size={collapsed ? 28 : 20} />}
            label={item.title}
            action={index > 0 && <MoveUpButton name={item.title} onClick={() => void moveUp(index)} />}
          />
        ))}
      </SidebarLinkList>
    </OrderedLinks>
  );
}
