import { useContext } from 'react';
import { InputFormatContext } from '#components/fields/input-format.ts';
import type { PeopleByName } from '../cells/parse-cell.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { GridCodeActions } from './use-grid-actions.tsx';

/** Reads a typed text as a value of a column, or promises to do so. */
export function useReadText(
  { readWithCode }: GridCodeActions,
  people: PeopleByName,
): (column: GridColumn, text: string) => unknown {
  const writtenIn = useContext(InputFormatContext) ?? {};
  return (column, text) =>
    readWithCode(text, (code) => code.valueOfText(column, text, { writtenIn, people }));
}
