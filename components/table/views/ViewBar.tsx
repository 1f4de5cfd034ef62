'use no memo';

import {
  ArrowDownUp,
  Calendar,
  EllipsisVertical,
  Filter,
  Palette,
  Rows3,
  SlidersHorizontal,
} from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { tabBarLook } from '#components/ui/tab-look.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { below, space } from '#styles/tokens.ts';
import { menuPlace } from '../cells/menu-place.ts';
import type { MenuPlace } from '../grid/grid-actions.ts';
import { loadViewChanges, type ViewsControl } from './use-views.ts';
import type { ViewDialog } from './ViewDialogs.tsx';
import { ViewTabs } from './ViewTabs.tsx';

const ViewDialogs = lazyDialog(() => import('./ViewDialogs.tsx').then((file) => file.ViewDialogs));

const ViewMenu = lazyDialog(() => import('./ViewMenu.tsx').then((file) => file.ViewMenu));

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  margin-bottom: ${space(2)};

  > nav {
    ${tabBarLook}
    flex: 1 1 auto;
    min-width: 0;
    max-width: 100%;
  }

  > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space(1)};
  }

  /* One line on a phone, so that rows begin on the first screen. */
  ${below('md')} {
    > span {
      ${tabBarLook}
      flex-wrap: nowrap;
      min-width: 0;
      max-width: 100%;
      margin-inline: -${space(2)};
      padding: 3px;

      > * {
        flex: none;
      }
    }
  }
`;

type ViewBarProps = {
  itemId: string;
  views: ViewsControl;
  columns: readonly WireColumn[];
  mayChange: boolean;
  mayShare: boolean;
};

/** The number of comparisons in a filter. */
function countTests(filter: View['filter']): number {
  if (!filter) return 0;
  if ('and' in filter) return filter.and.reduce((sum, one) => sum + countTests(one), 0);
  if ('or' in filter) return filter.or.reduce((sum, one) => sum + countTests(one), 0);
  return 'not' in filter ? countTests(filter.not) : 1;
}

/** The views of a table as tabs, and what the open one shows: its filter, order, groups and columns. */
export function ViewBar({ itemId, views, columns, mayChange, mayShare }: ViewBarProps) {
  const intl = useIntl();
  const toast = useToast();
  const { viewer } = useShell();
  const [shown, setShown] = useState<ViewDialog | null>(null);
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null);
  const menuId = useId();
  const wasOpen = useRef(false);
  const openMenu = ({ currentTarget }: { currentTarget: Element }) => setMenuAt(menuPlace(currentTarget));
  const { current, settings, isChanged } = views;
  const maySave = current !== null && viewer !== null && (current.personal || mayChange);
  const save = () =>
    loadViewChanges()
      .then(({ saveView }) => saveView(views.target))
      .catch((error) => toast({ tone: 'error', text: failureText(error) }));
  const parts = [
    { key: 'filter', icon: Filter, count: countTests(settings.filter) },
    { key: 'sort', icon: ArrowDownUp, count: settings.sort.length },
    {
      key: 'group',
      icon: settings.type === 'calendar' ? Calendar : Rows3,
      count: settings.type === 'board' || settings.type === 'calendar' ? 0 : settings.group.length,
    },
    { key: 'colors', icon: Palette, count: settings.layout.colors?.length ?? 0 },
    {
      key: 'columns',
      icon: SlidersHorizontal,
      count: settings.columns.filter(({ hidden }) => hidden).length,
    },
  ] as const;
  return (
    <Bar>
      <ViewTabs views={views} onNew={viewer ? () => setShown('new') : null} />
      <span>
        {isChanged && (
          <>
            <Button size="small" variant="quiet" onClick={views.reset}>
              <FormattedMessage id="table.view_reset" />
            </Button>
            {maySave && (
              <Button size="small" variant="plain" onClick={() => void save()}>
                <FormattedMessage id="table.view_save" />
              </Button>
            )}
            {viewer && !current && (
              <Button size="small" variant="plain" onClick={() => setShown('new')}>
                <FormattedMessage id="table.view_save_as" />
              </Button>
            )}
          </>
        )}
        {parts.map(({ key, icon, count }) => (
          <Button key={key} size="small" variant="quiet" icon={icon} onClick={() => setShown(key)}>
            <FormattedMessage
              id={
                key === 'group' && (settings.type === 'board' || settings.type === 'calendar')
                  ? `table.view_column_${settings.type}`
                  : `table.part_${key}`
              }
              values={{ count }}
            />
          </Button>
        ))}
        {current && maySave && (
          <IconButton
            size="small"
            icon={EllipsisVertical}
            aria-haspopup="menu"
            aria-expanded={menuAt !== null}
            aria-controls={menuAt ? menuId : undefined}
            label={intl.formatMessage({ id: 'table.view_acts' })}
            // The menu closes where the pointer goes down, before the click.
            onPointerDown={() => {
              wasOpen.current = menuAt !== null;
            }}
            onClick={(event) => {
              if (event.detail === 0 || !wasOpen.current) openMenu(event);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              openMenu(event);
            }}
          />
        )}
      </span>
      {menuAt && current && maySave && (
        <ViewMenu
          at={menuAt}
          id={menuId}
          views={views}
          view={current}
          mayShare={mayShare && !current.personal}
          onOpen={setShown}
          onClose={() => setMenuAt(null)}
        />
      )}
      {shown && (
        <ViewDialogs {...{ itemId, views, columns, mayChange, shown }} onClose={() => setShown(null)} />
      )}
    </Bar>
  );
}
