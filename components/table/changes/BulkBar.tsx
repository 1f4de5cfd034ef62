import { type RefObject, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { FloatingBar } from '#components/ui/FloatingBar.tsx';
import { SelectionBar } from './SelectionBar.tsx';

/** The grid scrolls within itself, and the bar stays above it. */
const Bar = styled(FloatingBar)`
  position: fixed;
  left: 50%;
  flex-wrap: nowrap;
  margin: 0;
  white-space: nowrap;
  transform: translateX(-50%);
`;

/** Clears the selection of the grid whose bar is shown: of the groups of a view, one has a bar. */
let clearShown: (() => void) | null = null;

type BulkBarProps = {
  bar: RefObject<HTMLDivElement | null>;
  /** How many rows are selected; null while that isn't known. */
  count: number | null;
  onEdit: () => void;
  onDelete: () => void;
  onClear: () => void;
  /** All rows of another grid are selected now. */
  onReplaced: () => void;
};

/** All rows of a list are selected, also those that are not loaded: what can be done with them. */
export function BulkBar({ bar, count, onEdit, onDelete, onClear, onReplaced }: BulkBarProps) {
  const replaced = useRef(onReplaced);
  useEffect(() => {
    replaced.current = onReplaced;
  });
  useEffect(() => {
    const clear = () => replaced.current();
    clearShown?.();
    clearShown = clear;
    return () => {
      if (clearShown === clear) clearShown = null;
    };
  }, []);
  return (
    <SelectionBar
      ref={bar}
      Frame={Bar}
      count={count}
      total={null}
      onEdit={onEdit}
      onDelete={onDelete}
      onClear={onClear}
    />
  );
}
