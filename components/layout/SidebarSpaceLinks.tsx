import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { VisibilityIcon } from '#components/ui/VisibilityChip.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { SpaceSummary } from '#lib/contract/space.ts';
import { orderFavourites } from '#services/space.ts';
import { SidebarLink, SidebarLinkList } from './SidebarLink.tsx';

/** Links of which each can be moved up. */
export const OrderedLinks = styled.div`
  li {
    position: relative;
  }

  /* Shown where it can be used: under the pointer, with the focus, and on touch screens always. */
  li > button {
    position: absolute;
    top: 3px;
    right: 4px;
    opacity: 0;
  }

  li:hover > button,
  li:focus-within > button {
    opacity: 1;
  }

  /* The button has no background of its own: what it would cover makes way. */
  @media (hover: hover) {
    li:hover:has(> button) > a,
    li:focus-within:has(> button) > a {
      padding-right: 40px;
    }
  }

  @media (hover: none) {
    li > button {
      top: 0;
      right: 0;
      width: 44px;
      height: 44px;
      opacity: 1;
    }

    li:has(> button) > a {
      padding-right: 52px;
    }
  }
`;

type Listed = { base: string; path: string; collapsed: boolean };

type SidebarSpaceLinksProps = Listed & {
  spaces: readonly SpaceSummary[];
  /** Moves a space towards the front of the list. */
  onMoveUp?: (index: number) => void;
};

/** Spaces as links of the sidebar. */
export function SidebarSpaceLinks({ base, path, collapsed, spaces, onMoveUp }: SidebarSpaceLinksProps) {
  const intl = useIntl();
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
            aside={<VisibilityIcon visibility={visibility} />}
            action={
              onMoveUp &&
              index > 0 && (
                <IconButton
                  icon={ChevronUp}
                  size="small"
                  label={intl.formatMessage({ id: 'layout.move_up' }, { space: name })}
                  onClick={() => onMoveUp(index)}
                />
              )
            }
          />
        );
      })}
    </SidebarLinkList>
  );
}

/** The starred spaces, in the user's own order. */
export function FavouriteSpaces({ favourites, ...listed }: Listed & { favourites: SpaceSummary[] }) {
  const toast = useToast();
  const refresh = usePageRefresh();
  const [moved, setMoved] = useState<SpaceSummary[] | null>(null);
  const shown = moved ?? favourites;

  const moveUp = async (index: number) => {
    const next = shown.toSpliced(index, 1);
    next.splice(index - 1, 0, ...shown.slice(index, index + 1));
    setMoved(next);
    try {
      await orderFavourites(next.map(({ slug }) => slug));
      await refresh();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setMoved(null);
    }
  };

  return (
    <OrderedLinks>
      <SidebarSpaceLinks {...listed} spaces={shown} onMoveUp={(index) => void moveUp(index)} />
    </OrderedLinks>
  );
}
