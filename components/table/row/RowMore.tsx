import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import type { Row } from '#lib/contract/table.ts';
import { color, space } from '#styles/tokens.ts';
import type { CellContext } from '../cells/cell-text.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { RowHistory } from './RowHistory.tsx';
import { RowValues } from './RowValues.tsx';

const More = styled.div`
  display: grid;
  gap: ${space(4)};
  margin-top: ${space(6)};
  padding-top: ${space(4)};
  border-top: 1px solid ${color('line')};

  > div {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(2)};
  }
`;

type RowMoreProps = {
  itemId: string;
  row: Row;
  /** Those that the form of the row does not have. */
  columns: readonly GridColumn[];
  all: readonly GridColumn[];
  context: CellContext;
  onLink: (row: Row, column: GridColumn) => void;
};

/** What a row has besides the fields of its form: computed values, links and its history. */
export function RowMore({ itemId, row, columns, all, context, onLink }: RowMoreProps) {
  const links = columns.filter(({ tableType }) => tableType === 'link');
  return (
    <More>
      <RowValues itemId={itemId} row={row} columns={columns} context={context} />
      {links.length > 0 && (
        <div>
          {links.map((column) => (
            <Button key={column.id} size="small" onClick={() => onLink(row, column)}>
              <FormattedMessage id="table.link_choose" values={{ label: column.label }} />
            </Button>
          ))}
        </div>
      )}
      <RowHistory itemId={itemId} row={row} columns={all} context={context} />
    </More>
  );
}
