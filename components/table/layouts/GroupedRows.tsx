import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { color, radius, space } from '#styles/tokens.ts';
import { CellValue } from '../cells/CellValue.tsx';
import { useChangesOfPart } from '../changes/use-table-changes.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';
import { GridView } from '../grid/GridView.tsx';
import type { TableControl } from '../rows/use-table.ts';
import { buildRow } from './build-row.ts';
import { MoreGroups } from './MoreGroups.tsx';
import { groupCondition, narrowed } from './sub-query.ts';
import { isGroupedByDay, type RowGroup, useGroups } from './use-groups.ts';
import { useSubTable } from './use-sub-table.ts';

/** Groups that are open at first. */
const OPEN = 3;

const Groups = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};

  [role='grid'] {
    max-height: 420px;
  }
`;

const Head = styled.h2`
  margin: 0 0 ${space(1)};
  font-size: 14px;

  > button {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    width: 100%;
    min-height: 40px;
    padding: 0 ${space(2)};
    border: 0;
    border-radius: ${radius('control')};
    background: none;
    color: ${color('text')};
    font: inherit;
    font-weight: 600;
    text-align: start;
  }

  > button:hover {
    background: ${color('hover')};
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
`;

/** The same column as one of days. */
const asDay = ({ column, field, ...group }: GridColumn): GridColumn => ({
  ...group,
  tableType: null,
  column: { ...column, type: 'date' },
  field: { ...field, type: 'date' },
});

type GridProps = Omit<ComponentProps<typeof GridView>, 'table' | 'footer'>;
type GroupedRowsProps = GridProps & { table: TableControl; group: GridColumn };

function Group({
  table,
  group,
  value,
  count,
  isOpen,
  ...grid
}: GroupedRowsProps & RowGroup & { isOpen: boolean }) {
  const [isShown, setIsShown] = useState(isOpen);
  const row = buildRow();
  const shown = isGroupedByDay(group) ? asDay(group) : group;
  return (
    <section>
      <Head>
        <button type="button" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? <ChevronDown aria-hidden size={16} /> : <ChevronRight aria-hidden size={16} />}
          <span dir="auto">
            {value === null || value === undefined ? (
              <FormattedMessage id="table.group_empty" />
            ) : (
              <CellValue itemId={grid.itemId} column={shown} row={row} value={value} context={grid.context} />
            )}
          </span>
          <small>
            <FormattedMessage id="table.count" values={{ count }} />
          </small>
        </button>
      </Head>
      {isShown && <GroupGrid {...grid} table={table} group={group} value={value} />}
    </section>
  );
}

function GroupGrid({ table, changes: whole, group, value, ...grid }: GroupedRowsProps & { value: unknown }) {
  const own = useSubTable(
    grid.itemId,
    table,
    narrowed(table.query, groupCondition(group, value, grid.context.timeZone)),
  );
  const changes = useChangesOfPart(grid.itemId, own, whole);
  if (own.error) return <ErrorState message={own.error} onRetry={() => own.store.retry()} />;
  return <GridView {...grid} table={own} changes={changes} footer={null} />;
}

/** The rows of a view in groups, by the values of a column: a grid for each that is open. */
export function GroupedRows(props: GroupedRowsProps) {
  const { itemId, table, group } = props;
  const { data, error, refetch, ...more } = useGroups(itemId, table.query, group);
  const groups = data ?? [];
  const unfit = groups.reduce((sum, one) => sum + (one.unfit ?? 0), 0);
  // Of rows whose value does not fit, no group is empty.
  const filled = groups.filter(({ count }) => count > 0);
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <Groups>
      {filled.map((one, at) => (
        <Group key={JSON.stringify(one.value)} {...props} {...one} isOpen={at < OPEN} />
      ))}
      <MoreGroups count={filled.length} error={error} onRetry={refetch} {...more} />
      {unfit > 0 && (
        <Notice>
          <FormattedMessage id="table.groups_unfit" values={{ count: unfit, label: group.label }} />
        </Notice>
      )}
    </Groups>
  );
}
