import { Plus } from 'lucide-react';
import NextLink from 'next/link';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { tabLook } from '#components/ui/tab-look.ts';
import { useCurrentInSight } from '#components/ui/use-current-in-sight.ts';
import type { ViewsControl } from './use-views.ts';
import { VIEW_ICONS } from './view-icons.ts';

const Tab = styled(NextLink)`
  ${tabLook}
  max-width: 240px;
  min-height: 40px;

  > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

type ViewTabsProps = {
  views: ViewsControl;
  /** Null for anybody who may not make views. */
  onNew: (() => void) | null;
};

/** The views of a table, as tabs that have addresses. */
export function ViewTabs({ views, onNew }: ViewTabsProps) {
  'use no memo'; // Lighter than what it would save.
  const intl = useIntl();
  const { current } = views;
  const bar = useCurrentInSight(current?.id ?? null);
  return (
    <nav ref={bar} aria-label={intl.formatMessage({ id: 'table.views' })}>
      {[null, ...views.views].map((view) => {
        const Icon = VIEW_ICONS[view?.type ?? 'grid'];
        return (
          <Tab
            key={view?.id ?? ''}
            href={views.hrefOf(view?.id ?? '')}
            shallow
            prefetch={false}
            aria-current={(view?.id ?? null) === (current?.id ?? null) ? 'page' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              views.open(view);
            }}
          >
            <Icon aria-hidden size={15} strokeWidth={1.75} />
            <span dir="auto">{view?.name ?? intl.formatMessage({ id: 'table.view_all' })}</span>
          </Tab>
        );
      })}
      {onNew && (
        <IconButton icon={Plus} label={intl.formatMessage({ id: 'table.view_new' })} onClick={onNew} />
      )}
    </nav>
  );
}
