import { Plus } from 'lucide-react';
import { type ComponentProps, useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { canGroup } from '#lib/fields/column-kinds.ts';
import type { Values } from '#lib/fields/definition.ts';
import type Board from './board/Board.tsx';
import { shownColumns } from './columns/grid-columns.ts';
import type { ViewsControl } from './views/use-views.ts';

const LazyBoard = lazyComponent(() => import('./board/Board.tsx').then((file) => file.default));
const LazyCalendar = lazyComponent(() => import('./calendar/MonthCalendar.tsx').then((file) => file.default));

type ArrangedRowsProps = Omit<ComponentProps<typeof Board>, 'group' | 'settings'> & {
  views: ViewsControl;
  onAddRow: (values: Values) => void;
  onAddColumn: () => void;
};

/** The rows of a board or a calendar, by the column that the view names, or the first that fits. */
export function ArrangedRows({ views, onAddColumn, ...rows }: ArrangedRowsProps) {
  const { settings } = views;
  const { table, mayChange } = rows;
  const all = useMemo(() => shownColumns(table.columns), [table.columns]);
  const possible = all.filter(({ column }) => canGroup(settings.type)(column));
  const group = possible.find(({ id }) => id === settings.group[0]) ?? possible[0];
  const type = settings.type === 'board' ? 'board' : 'calendar';
  if (!group)
    return (
      <EmptyState
        title={<FormattedMessage id={`table.view_type_${type}`} />}
        text={<FormattedMessage id={`table.${type}_needs`} />}
        action={
          mayChange && (
            <Button icon={Plus} onClick={onAddColumn}>
              <FormattedMessage id="table.add_column" />
            </Button>
          )
        }
      />
    );
  return type === 'board' ? (
    <LazyBoard {...rows} key={group.id} group={group} settings={settings} />
  ) : (
    <LazyCalendar {...rows} key={group.id} column={group} settings={settings} />
  );
}
