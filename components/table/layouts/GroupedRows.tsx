import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { color, radius, space } from '#styles/tokens.ts';
import { CellValue } from '../cells/CellValue.tsx';
import type { CellContext } from '../cells/cell-text.ts';
import { valueStyle } from '../cells/value-style.ts';
import { type TableChanges, useChangesOfPart } from '../changes/use-table-changes.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';
import { GridFooter, type GridFooterPlace } from '../grid/GridFooter.tsx';
import type { TableQuery } from '../rows/row-queries.ts';
import type { TableControl } from '../rows/use-table.ts';
import {
  type FooterColumn,
  type FooterValues,
  footerColumns,
  footerKeys,
  footerValues,
} from '../views/use-footer.ts';
import type { ViewSettings } from '../views/view-settings.ts';
import { buildRow } from './build-row.ts';
import { FooterSums } from './FooterSums.tsx';
import { MoreGroups } from './MoreGroups.tsx';
import { groupCondition, narrowed } from './sub-query.ts';
import { groupTitleColumn, type RowGroup, useGroups } from './use-groups.ts';
import { useSubTable } from './use-sub-table.ts';

/** Groups that are open at first: of the view, and of each group in it. */
const OPEN = [3, 1, 1];

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

  > button > svg,
  > button > small {
    flex: none;
  }

  > button > span {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  ${valueStyle}

  small {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
`;

const Inner = styled.div`
  margin-inline-start: ${space(2)};
  padding-inline-start: ${space(2)};
  border-inline-start: 1px solid ${color('line')};
`;

type RowsOfTable = { table: TableControl; changes: TableChanges };
type RowsOfGroup = RowsOfTable & { footer: ((place: GridFooterPlace) => ReactNode) | null };

type GroupedRowsProps = RowsOfTable & {
  itemId: string;
  /** The columns of the groups: the second one is that of groups in each group of the first. */
  groups: readonly GridColumn[];
  /** All columns that are shown. */
  columns: readonly GridColumn[];
  settings: ViewSettings;
  context: CellContext;
  /** Whether the rows of a group are shown with its footer. */
  hasFooter: boolean;
  /** Shows the rows of a group, as the view shows rows. */
  show: (rows: RowsOfGroup) => ReactNode;
};

/** `query`: finds the rows of the groups around. `level`: how many these are. `footer`: what is summed up of each. */
type LevelProps = GroupedRowsProps & { query: TableQuery; level: number; footer: readonly FooterColumn[] };
type GroupProps = LevelProps & RowGroup & { group: GridColumn };

function Group({ isOpen, ...props }: GroupProps & { isOpen: boolean }) {
  const { itemId, groups, group, context, value, count, level, footer } = props;
  const intl = useIntl();
  const [isShown, setIsShown] = useState(isOpen);
  const values = footer.length > 0 && props.values ? footerValues(footer, props.values, intl, context) : null;
  const isLast = level + 1 === groups.length;
  const row = { ...buildRow(), ...(props.linked ? { linked: props.linked } : {}) };
  const shown = groupTitleColumn(group);
  // A title is a button, which has no links.
  const { rowAddress: _, ...withoutAddresses } = context;
  return (
    <section>
      <Head as={level === 0 ? 'h2' : level === 1 ? 'h3' : 'h4'}>
        <button type="button" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? <ChevronDown aria-hidden size={16} /> : <ChevronRight aria-hidden size={16} />}
          <span dir="auto">
            {value === null || value === undefined ? (
              <FormattedMessage id="table.group_empty" />
            ) : (
              <CellValue itemId={itemId} column={shown} row={row} value={value} context={withoutAddresses} />
            )}
          </span>
          <small>
            <FormattedMessage id="table.count" values={{ count }} />
          </small>
        </button>
      </Head>
      {values && !(isShown && isLast && props.hasFooter) && (
        <FooterSums isOfGroup footer={footer} values={values} />
      )}
      {isShown && props.more && (
        <Notice>
          <FormattedMessage id="table.group_too_long" values={{ count: props.more }} />
        </Notice>
      )}
      {isShown &&
        !props.more &&
        (isLast ? <GroupRows {...props} footerOfGroup={values} /> : <InnerGroups {...props} />)}
    </section>
  );
}

const queryOfGroup = ({ query, group, value, context }: GroupProps): TableQuery =>
  narrowed(query, groupCondition(group, value, context.timeZone));

function InnerGroups(props: GroupProps) {
  return (
    <Inner>
      <Level {...props} query={queryOfGroup(props)} level={props.level + 1} />
    </Inner>
  );
}

function GroupRows(props: GroupProps & { footerOfGroup: FooterValues | null }) {
  const { itemId, table, changes: whole, show, footerOfGroup } = props;
  const own = useSubTable(itemId, table, queryOfGroup(props));
  const changes = useChangesOfPart(itemId, own, whole);
  if (own.error) return <ErrorState message={own.error} onRetry={() => own.store.retry()} />;
  if (own.list === 0) return <SkeletonList rows={3} />;
  const footer = (place: GridFooterPlace) => <GridFooter {...place} values={footerOfGroup ?? {}} />;
  return show({ table: own, changes, footer: footerOfGroup && footer });
}

/** The groups of one column, each with its rows or groups of the next column. */
function Level(props: LevelProps) {
  const { itemId, groups, query, level, footer, settings } = props;
  const group = groups[level] ?? null;
  const metrics = footerKeys(footer);
  const isDown = group !== null && settings.layout.groups_down?.includes(group.id) === true;
  const { data, error, refetch, ...more } = useGroups(itemId, query, group, metrics, isDown);
  const found = data ?? [];
  const unfit = found.reduce((sum, one) => sum + (one.unfit ?? 0), 0);
  // Of rows whose value does not fit, no group is empty.
  const filled = found.filter(({ count }) => count > 0);
  if (!group) return null;
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <Groups>
      {filled.map((one, at) => (
        <Group
          key={JSON.stringify(one.more ? [one.value, at] : one.value)}
          {...props}
          {...one}
          group={group}
          isOpen={at < (OPEN[level] ?? 0)}
        />
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

/** The rows of a view in groups, by the values of columns; those of each open group as the view shows rows. */
export function GroupedRows(props: GroupedRowsProps) {
  const { columns, settings, table } = props;
  const footer = useMemo(() => footerColumns(columns, settings), [columns, settings]);
  return <Level {...props} query={table.query} level={0} footer={footer} />;
}
