import { type ClipboardEvent, useContext, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { copyText } from '#components/ui/copy-text.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { GuessedColumn } from '#lib/forms/guess-column.ts';
import { type CellContext, copiedText } from '../cells/cell-text.ts';
import type { Range } from '../cells/selection.ts';
import { shownValue } from '../changes/cell-writer.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { isAny } from '../rows/row-queries.ts';
import { shownRows } from '../rows/shown-rows.ts';
import { CELLS_MAX, useClipboardNotices } from './clipboard-notices.tsx';
import { type ClipboardCell, type ClipboardTexts, toHtml, toTsv } from './clipboard-table.ts';
import type { GridActionContext, PasteReport } from './grid-action.ts';
import type { PastePlan } from './plan-paste.ts';
import type { GridActionCode, GridCodeActions } from './use-grid-actions.tsx';
import { usePasteIntoEmpty } from './use-paste-into-empty.ts';

type ClipboardOptions = Pick<
  GridActionContext,
  'itemId' | 'table' | 'changes' | 'columns' | 'range' | 'people'
> & {
  mayChange: boolean;
  context: CellContext;
  codeActions: GridCodeActions;
};

type CopyOptions = Pick<ClipboardOptions, 'itemId' | 'table' | 'context'> & {
  chosen: readonly GridColumn[];
  top: number;
  lastRow: number;
  /** What a cell shows. */
  shownOf: (row: Row, column: GridColumn) => unknown;
};

/** Copies the chosen cells; rows that are not loaded are read first. */
function useCellCopy({ itemId, table: { store }, chosen, top, lastRow, shownOf, context }: CopyOptions) {
  const toast = useToast();
  const { tooMany, failed } = useClipboardNotices();
  const size = Math.max(0, lastRow - top + 1) * chosen.length;

  const knownRows = (): Row[] | null => {
    const { rows } = store.state().window;
    const found: Row[] = [];
    for (let at = top; at <= lastRow; at += 1) {
      const row = rows.get(at);
      if (!row) return null;
      found.push(row);
    }
    return found;
  };
  const cellsOf = (rows: readonly Row[]): ClipboardCell[][] =>
    rows.map((row) =>
      chosen.map((column) => {
        const value = shownOf(row, column);
        return { text: copiedText(column, row, value, context), value, column: column.id };
      }),
    );

  /** @returns the rows whose cells are in the clipboard, or a promise of them while they are read; null for none */
  const copy = (event: ClipboardEvent, cut?: string): Row[] | Promise<Row[] | null> | null => {
    if (size === 0) return null;
    event.preventDefault();
    if (size > CELLS_MAX) {
      tooMany();
      return null;
    }
    const rows = knownRows();
    if (rows) {
      const cells = cellsOf(rows);
      event.clipboardData.setData('text/plain', toTsv(cells));
      event.clipboardData.setData('text/html', toHtml(cells, { item: itemId, cut }));
      return rows;
    }
    return copyUnknown();
  };

  /** Reads the rows first. A browser may refuse the clipboard by then. */
  const copyUnknown = async (): Promise<Row[] | null> => {
    try {
      const read = await store.read(top, lastRow + 1);
      const isCopied = await copyText(toTsv(cellsOf(read)));
      const count = read.length * chosen.length;
      toast(
        isCopied
          ? { text: <FormattedMessage id="table.copied" values={{ count }} /> }
          : { tone: 'error', text: <FormattedMessage id="table.not_copied" /> },
      );
      return isCopied ? read : null;
    } catch (error) {
      failed(error);
      return null;
    }
  };

  return copy;
}

/** The texts of a clipboard, which are there during the event alone. */
const textsOf = (data: DataTransfer): ClipboardTexts => ({
  html: data.getData('text/html'),
  text: data.getData('text/plain'),
});

/** Copies, cuts and pastes cells, fills others with them and empties them. */
export function useClipboard(options: ClipboardOptions) {
  const { itemId, table, changes, columns, range, mayChange, context, people, codeActions } = options;
  const toast = useToast();
  const { tooMany, failed } = useClipboardNotices();
  const writtenIn = useContext(InputFormatContext) ?? {};
  const [report, setReport] = useState<PasteReport | null>(null);
  /** What is pasted once it was said what becomes of the columns that are not there. */
  const [wide, setWide] = useState<PastePlan | null>(null);
  const { store } = table;
  const chosen = columns.slice(range.left, range.right + 1);
  const lastRow = Math.min(range.bottom, table.total - 1);
  const size = Math.max(0, lastRow - range.top + 1) * chosen.length;

  // As it is when an action that waited is done.
  const shownOf = (row: Row, { name }: GridColumn) =>
    shownValue(row, changes.cells.writer.drafts().get(row.id), name);
  const copy = useCellCopy({ itemId, table, chosen, top: range.top, lastRow, shownOf, context });

  const place: Omit<GridActionContext, 'rowsOf'> = {
    ...{ itemId, table, changes, columns, range, people, writtenIn, shownOf, tooMany, failed },
    textOf: (row, column, value) => copiedText(column, row, value, context),
    report: setReport,
    askForColumns: setWide,
  };
  /** Does something with code that may still be on its way, with the rows that are shown now: others may be there by then. */
  const runAction = (run: (code: GridActionCode, at: GridActionContext) => Promise<void>) => {
    const at = { ...place, rowsOf: shownRows(store) };
    return mayChange ? codeActions.runWithCode((code) => run(code, at)) : Promise.resolve();
  };
  const paste = (data: DataTransfer) => {
    const texts = textsOf(data);
    void runAction((code, at) => code.paste(at, texts));
  };

  /** Empties cells once they are in the clipboard. */
  const cut = async (event: ClipboardEvent): Promise<void> => {
    const id = Math.random().toString(36).slice(2);
    const copied = copy(event, id);
    const rows = copied instanceof Promise ? await copied : copied;
    if (rows) await runAction((code, at) => code.emptyCut(at, { id, rows, chosen }, toast));
  };

  usePasteIntoEmpty(mayChange && table.total === 0 && isAny(table.query), paste);

  return {
    report,
    closeReport: () => setReport(null),
    wide: wide && {
      plan: wide,
      columnCount: table.columns.length,
      onAdd: (wanted: readonly GuessedColumn[]) =>
        runAction((code, at) => code.pasteWithColumns(at, wide, wanted)),
      onFit: () => {
        setWide(null);
        void runAction((code, at) => code.pasteFitting(at, wide));
      },
      onClose: () => setWide(null),
    },
    clear: () => void (size > 0 && runAction((code, at) => code.clearCells(at, chosen, lastRow))),
    fill: (source: Range, whole: Range, how?: { isSeries?: boolean }) =>
      void runAction((code, at) => code.fill(at, source, whole, how)),
    fillDown: () => void runAction((code, at) => code.fillDown(at)),
    fillRight: () => void runAction((code, at) => code.fillRight(at)),
    fillSeries: () => void runAction((code, at) => code.fillSeries(at)),
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => void cut(event),
    onPaste: (event: ClipboardEvent) => {
      event.preventDefault();
      paste(event.clipboardData);
    },
  };
}

export type Clipboard = ReturnType<typeof useClipboard>;
