import styled from 'styled-components';
import type { Row } from '#lib/contract/table.ts';
import { space } from '#styles/tokens.ts';
import { cardStyle } from '../cards/card-style.ts';
import type { CellContext } from '../cells/cell-text.ts';
import { ValueList } from '../cells/ValueList.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';

const Values = styled.div`
  ${cardStyle}

  dl {
    gap: ${space(4)};
  }

  dd {
    max-height: none;
    white-space: pre-wrap;
  }
`;

type RowValuesProps = {
  itemId: string;
  row: Row;
  columns: readonly GridColumn[];
  context: CellContext;
};

/** Values of a row under the names of their columns. */
export function RowValues({ itemId, row, columns, context }: RowValuesProps) {
  if (columns.length === 0) return null;
  return (
    <Values>
      <ValueList itemId={itemId} row={row} columns={columns} context={context} />
    </Values>
  );
}
