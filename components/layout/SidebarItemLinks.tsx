import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { FavouriteItem } from '#lib/contract/favourite-item.ts';
import { orderFavouriteItems } from '#services/favourite-items.ts';
import { SidebarLink, SidebarLinkList } from './SidebarLink.tsx';
import { OrderedLinks } from './SidebarSpaceLinks.tsx';

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
  const toast = useToast();
  const refresh = usePageRefresh();
  const [moved, setMoved] = useState<readonly FavouriteItem[] | null>(null);
  const shown = moved ?? items;

  const moveUp = async (index: number) => {
    const next = shown.toSpliced(index, 1);
    next.splice(index - 1, 0, ...shown.slice(index, index + 1));
    setMoved(next);
    try {
      await orderFavouriteItems(next.map(({ id }) => id));
      await refresh();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setMoved(null);
    }
  };

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
            action={
              index > 0 && (
                <IconButton
                  icon={ChevronUp}
                  size="small"
                  label={intl.formatMessage({ id: 'layout.move_up' }, { space: item.title })}
                  onClick={() => void moveUp(index)}
                />
              )
            }
          />
        ))}
      </SidebarLinkList>
    </OrderedLinks>
  );
}
