import type { Row } from '#lib/contract/table.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { CellValue } from './CellValue.tsx';
import type { CellContext } from './cell-text.ts';

type ValueListProps = {
  itemId: string;
  row: Row;
  columns: readonly GridColumn[];
  context: CellContext;
};

/** Values of a row under the names of their columns; `cardStyle` is the look. */
export function ValueList({ itemId, row, columns, context }: ValueListProps) {
  return (
    <dl>
      {columns.map((column) => (
        <div key={column.id}>
          <dt dir="auto">{column.label}</dt>
          <dd dir="auto">
            <CellValue
              itemId={itemId}
              column={column}
              row={row}
              value={row.values[column.name]}
              context={context}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
