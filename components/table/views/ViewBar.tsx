import {
  ArrowDownUp,
  Calendar,
  EllipsisVertical,
  Filter,
  Palette,
  Pencil,
  Plus,
  Rows3,
  Share2,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react';
import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { below, color, space } from '#styles/tokens.ts';
import type { ViewsControl } from './use-views.ts';
import { VIEW_ICONS } from './view-icons.ts';

const FilterDialog = lazyDialog(() => import('./FilterDialog.tsx').then((file) => file.FilterDialog));
const SortDialog = lazyDialog(() => import('./SortDialog.tsx').then((file) => file.SortDialog));
const ColumnsDialog = lazyDialog(() => import('./ColumnsDialog.tsx').then((file) => file.ColumnsDialog));
const ColorsDialog = lazyDialog(() => import('../colors/ColorsDialog.tsx').then((file) => file.ColorsDialog));
const ShareViewDialog = lazyDialog(() =>
  import('./ShareViewDialog.tsx').then((file) => file.ShareViewDialog),
);
const SaveViewDialog = lazyDialog(() => import('./SaveViewDialog.tsx').then((file) => file.SaveViewDialog));

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  margin-bottom: ${space(2)};

  > nav {
    display: flex;
    flex: 1 1 240px;
    min-width: 0;
    overflow-x: auto;
    scrollbar-width: none;
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
      flex-wrap: nowrap;
      min-width: 0;
      max-width: 100%;
      margin-inline: -${space(2)};
      padding: 3px;
      overflow-x: auto;
      scrollbar-width: none;

      > * {
        flex: none;
      }
    }
  }
`;

const Tab = styled(NextLink)`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};
  max-width: 240px;
  min-height: 40px;
  padding: 0 ${space(3)};
  border-bottom: 2px solid transparent;
  color: ${color('quiet')};
  font-weight: 500;
  text-decoration: none;
  white-space: nowrap;

  > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  &:hover {
    color: ${color('text')};
    text-decoration: none;
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-current] {
    border-bottom-color: ${color('primary')};
    color: ${color('primaryText')};
  }
`;

type Shown = 'filter' | 'sort' | 'group' | 'colors' | 'columns' | 'new' | 'rename' | 'share' | 'delete';
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
  const [shown, setShown] = useState<Shown | null>(null);
  const { current, settings, isChanged, change } = views;
  const close = () => setShown(null);
  const rules = settings.layout.colors ?? [];
  const maySave = current !== null && viewer !== null && (current.personal || mayChange);
  const save = () => views.save().catch((error) => toast({ tone: 'error', text: failureText(error) }));
  const parts = [
    { key: 'filter', icon: Filter, count: countTests(settings.filter) },
    { key: 'sort', icon: ArrowDownUp, count: settings.sort.length },
    {
      key: 'group',
      icon: settings.type === 'calendar' ? Calendar : Rows3,
      count: settings.type === 'board' || settings.type === 'calendar' ? 0 : settings.group.length,
    },
    { key: 'colors', icon: Palette, count: rules.length },
    {
      key: 'columns',
      icon: SlidersHorizontal,
      count: settings.columns.filter(({ hidden }) => hidden).length,
    },
  ] as const;
  return (
    <Bar>
      <nav aria-label={intl.formatMessage({ id: 'table.views' })}>
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
        {viewer && (
          <IconButton
            icon={Plus}
            label={intl.formatMessage({ id: 'table.view_new' })}
            onClick={() => setShown('new')}
          />
        )}
      </nav>
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
          <Menu
            align="end"
            entries={[
              {
                icon: Pencil,
                label: <FormattedMessage id="table.view_rename" />,
                onSelect: () => setShown('rename'),
              },
              ...(mayShare && !current.personal
                ? [
                    {
                      icon: Share2,
                      label: <FormattedMessage id="table.view_share" />,
                      onSelect: () => setShown('share'),
                    },
                  ]
                : []),
              {
                icon: Trash2,
                danger: true,
                label: <FormattedMessage id="table.view_delete" />,
                onSelect: () => setShown('delete'),
              },
            ]}
          >
            {(trigger) => (
              <IconButton
                {...trigger}
                size="small"
                icon={EllipsisVertical}
                label={intl.formatMessage({ id: 'table.view_acts' })}
              />
            )}
          </Menu>
        )}
      </span>
      {shown === 'filter' && (
        <FilterDialog
          columns={columns}
          filter={settings.filter}
          onSave={(filter) => change({ ...settings, filter })}
          onClose={close}
        />
      )}
      {(shown === 'sort' || shown === 'group') && (
        <SortDialog
          kind={shown}
          type={settings.type}
          columns={columns}
          chosen={settings[shown]}
          onSave={(chosen) => change({ ...settings, [shown]: chosen })}
          onClose={close}
        />
      )}
      {shown === 'colors' && (
        <ColorsDialog
          columns={columns}
          rules={rules}
          onSave={(colors) => change({ ...settings, layout: { ...settings.layout, colors } })}
          onClose={close}
        />
      )}
      {shown === 'columns' && (
        <ColumnsDialog columns={columns} settings={settings} onChange={change} onClose={close} />
      )}
      {(shown === 'new' || shown === 'rename') && (
        <SaveViewDialog
          view={shown === 'rename' ? current : null}
          columns={columns}
          group={settings.group}
          mayShare={mayChange}
          onSave={shown === 'rename' ? views.rename : views.saveAs}
          onClose={close}
        />
      )}
      {shown === 'share' && current && (
        <ShareViewDialog
          itemId={itemId}
          view={current}
          address={new URL(views.hrefOf(current.id), window.location.href).href}
          onClose={close}
        />
      )}
      {shown === 'delete' && current && (
        <Confirm
          danger
          title={<FormattedMessage id="table.view_delete_title" values={{ name: current.name }} />}
          text={<FormattedMessage id="table.view_delete_text" />}
          submit={<FormattedMessage id="table.view_delete" />}
          onClose={close}
          onConfirm={async () => {
            await views.remove();
            close();
          }}
        />
      )}
    </Bar>
  );
}
