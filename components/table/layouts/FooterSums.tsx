import { useMemo } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import type { CellContext } from '../cells/cell-text.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { TableControl } from '../rows/use-table.ts';
import { type FooterColumn, type FooterValues, footerColumns, useFooter } from '../views/use-footer.ts';
import type { ViewSettings } from '../views/view-settings.ts';

const Sums = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  margin: 0 0 ${space(2)};
  font-size: 13px;

  &[data-of-group] {
    padding-inline-start: ${space(8)};
  }

  > div {
    display: flex;
    gap: ${space(2)};
    min-width: 0;
  }

  dt {
    color: ${color('quiet')};
    overflow-wrap: anywhere;
  }

  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
`;

type FooterSumsProps = { footer: readonly FooterColumn[]; values: FooterValues; isOfGroup?: boolean };

/** The footer of a view in one line, for rows that are not shown with it. */
export function FooterSums({ footer, values, isOfGroup = false }: FooterSumsProps) {
  const shown = footer.flatMap(({ column }) => {
    const value = values[column.id];
    return value?.text ? [{ id: column.id, name: column.label, ...value }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Sums data-of-group={isOfGroup || undefined}>
      {shown.map(({ id, name, label, text }) => (
        <div key={id}>
          <dt>
            {/* A name is written in the direction of its own. */}
            <bdi>{name}</bdi> · {label}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </Sums>
  );
}

type TableSumsProps = {
  itemId: string;
  /** Finds the rows. */
  table: Pick<TableControl, 'query'>;
  columns: readonly GridColumn[];
  settings: ViewSettings;
  context: CellContext;
};

/** What a view sums up of all rows that it finds, above them where they are cards. */
export function TableSums({ itemId, table, columns, settings, context }: TableSumsProps) {
  const footer = useMemo(() => footerColumns(columns, settings), [columns, settings]);
  const values = useFooter(itemId, table, footer, context);
  return values && <FooterSums {...{ footer, values }} />;
}
