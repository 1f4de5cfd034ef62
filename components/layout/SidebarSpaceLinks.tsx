import { Avatar } from '#components/ui/Avatar.tsx';
import { UnreadCount } from '#components/ui/UnreadCount.tsx';
import { VisibilityIcon } from '#components/ui/VisibilityChip.tsx';
import { useUnreadPosts } from '#context/unread-posts.ts';
import type { SpaceSummary } from '#lib/contract/space.ts';
import { orderFavourites } from '#services/space.ts';
import { MoveUpButton, OrderedLinks } from './OrderedLinks.tsx';
import { SidebarLink, SidebarLinkList } from './SidebarLink.tsx';
import { useOwnOrder } from './use-own-order.ts';

type Listed = { base: string; path: string; collapsed: boolean };

type SidebarSpaceLinksProps = Listed & {
  spaces: readonly SpaceSummary[];
  /** Moves a space towards the front of the list. */
  onMoveUp?: (index: number) => void;
};

/** Spaces as links of the sidebar. */
export function SidebarSpaceLinks({ base, path, collapsed, spaces, onMoveUp }: SidebarSpaceLinksProps) {
  const unread = useUnreadPosts();
  return (
    <SidebarLinkList>
      {spaces.map(({ id, slug, name, visibility }, index) => {
        const href = `${base}/${slug}`;
        return (
          <SidebarLink
            key={id}
            href={href}
            current={path === href || path.startsWith(`${href}/`)}
            collapsed={collapsed}
            mark={<Avatar name={name} seed={id} size={collapsed ? 28 : 20} square />}
            label={name}
            aside={
              <>
                <UnreadCount count={unread.get(slug)} />
                <VisibilityIcon visibility={visibility} />
              </>
            }
            action={onMoveUp && index > 0 && <MoveUpButton name={name} onClick={() => onMoveUp(index)} />}
          />
        );
      })}
    </SidebarLinkList>
  );
}

/** The starred spaces, in the user's own order. */
export function FavouriteSpaces({ favourites, ...listed }: Listed & { favourites: SpaceSummary[] }) {
  const { shown, moveUp } = useOwnOrder(favourites, (ordered) =>
    orderFavourites(ordered.map(({ slug }) => slug)),
  );

  return (
    <OrderedLinks>
      <SidebarSpaceLinks {...listed} spaces={shown} onMoveUp={(index) => void moveUp(index)} />
    </OrderedLinks>
  );
}
