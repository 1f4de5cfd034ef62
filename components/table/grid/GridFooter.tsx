import { memo } from 'react';
import { cellStyle, GUTTER_STYLE, type RenderedColumn } from './GridLine.tsx';

/** Where a footer stands. */
export type GridFooterPlace = {
  columns: readonly RenderedColumn[];
  lastFrozen: number;
  width: number;
  /** How many rows are above it. */
  total: number;
};

type GridFooterProps = GridFooterPlace & {
  /** What stands below each column, by its id: its metric, and the value. */
  values: Readonly<Record<string, { label: string; text: string }>>;
};

/** Sums and the like of all rows that were found, below their columns. */
export const GridFooter = memo(function GridFooter(props: GridFooterProps) {
  const { columns, lastFrozen, width, total, values } = props;
  let edge = 0;
  return (
    <div role="row" aria-rowindex={total + 2} className="head foot" style={{ width }}>
      <div role="rowheader" aria-colindex={1} className="cell frozen gutter" style={GUTTER_STYLE}>
        <span className="number">Σ</span>
      </div>
      {columns.map((rendered) => {
        const { column, index } = rendered;
        const style = cellStyle(rendered, edge);
        edge = rendered.start + column.width;
        const value = values[column.id];
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={index + 2}
            className={['cell', column.isFrozen && 'frozen', index === lastFrozen && 'last']
              .filter(Boolean)
              .join(' ')}
            style={style}
          >
            {value && (
              <>
                <span className="quiet">{value.label}</span>
                <span className="sum">{value.text}</span>
              </>
            )}
          </div>
        );
      })}
    </div>
  );
});
