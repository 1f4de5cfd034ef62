import { useContext } from 'react';
import { InputFormatContext } from '#components/fields/input-format.ts';
import type { PeopleByName } from '../cells/parse-cell.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { ActionQueue } from './use-action-queue.tsx';

/** Reads a typed text as a value of a column, or promises to do so. */
export function useReadText(
  actionQueue: ActionQueue,
  people: PeopleByName,
): (column: GridColumn, text: string) => unknown {
  const writtenIn = useContext(InputFormatContext) ?? {};
  return (column, text) =>
    actionQueue.readWithCode(text, (code) => code.valueOfText(column, text, { writtenIn, people }));
}
