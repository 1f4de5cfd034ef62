import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { color, MOTION, radius, SHADOW, space } from '#styles/tokens.ts';
import type { PreviewSheet } from './item-preview.ts';
import { currentUrlLocation } from './url-location.ts';
import { useSheetRows } from './use-sheet-rows.ts';

const SheetTabs = styled.div`
  display: flex;
  gap: ${space(1)};
  margin-bottom: ${space(3)};
  padding: 3px;
  overflow-x: auto;

  > button {
    flex: none;
    max-width: 240px;
    min-height: 36px;
    padding: 0 ${space(3)};
    overflow: hidden;
    border: 0;
    border-radius: ${radius('chip')};
    background: none;
    color: ${color('quiet')};
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
    transition: background ${MOTION};
  }

  > button:hover {
    background: ${color('hover')};
  }

  > button[aria-pressed='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }
`;

const Scroller = styled.section`
  max-height: min(75vh, 900px);
  overflow: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  @media print {
    max-height: none;
    overflow: visible;
    border: 0;
    box-shadow: none;
  }
`;

const Grid = styled.table`
  min-width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-size: 14px;
  font-variant-numeric: tabular-nums;

  th,
  td {
    max-width: 420px;
    padding: ${space(2)} ${space(4)};
    border-bottom: 1px solid ${color('line')};
    text-align: start;
    unicode-bidi: plaintext;
    vertical-align: top;
    overflow-wrap: break-word;
    min-width: 90px;
  }

  thead th,
  thead td {
    position: sticky;
    z-index: 2;
    top: 0;
    background: ${color('surface')};
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }

  tr > :first-child {
    position: sticky;
    z-index: 1;
    left: 0;
    min-width: 52px;
    background: ${color('surface')};
    color: ${color('quiet')};
    font-size: 12.5px;
    font-weight: 400;
    text-align: end;
  }

  thead tr > :first-child {
    z-index: 3;
  }

  tbody tr:target > *,
  tbody tr[aria-current] > * {
    background: ${color('primaryTint')};
  }

  tbody tr:last-child > * {
    border-bottom: 0;
  }
`;

const More = styled.div`
  display: flex;
  justify-content: center;
  padding-top: ${space(4)};
`;

const Earlier = styled(More)`
  padding: 0 0 ${space(4)};
`;

type TablePreviewProps = { id: string; title: string; sheets: PreviewSheet[] };

/** A table's rows, from the first or around the row in the address; sheets are switched by buttons. */
export function TablePreview({ id, title, sheets }: TablePreviewProps) {
  const intl = useIntl();
  const router = useRouter();
  const [chosen, setChosen] = useState(0);
  const [requestedRow, setRequestedRow] = useState<RequestedRow | null>(null);
  const address = router?.asPath;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address may name another place
  useEffect(() => {
    const place = currentUrlLocation();
    if (place?.type !== 'row') return;
    const named = place.sheet === null ? 0 : sheets.findIndex(({ name }) => name === place.sheet);
    // The named sheet isn't part of the preview: the row must not be marked in another one.
    if (named < 0) return;
    setChosen(named);
    setRequestedRow({ row: place.row, exact: place.exact });
  }, [sheets, address]);

  const at = Math.min(chosen, sheets.length - 1);
  const sheet = sheets[at];
  if (!sheet) return null;
  return (
    <div>
      {sheets.length > 1 && (
        <SheetTabs role="group" aria-label={intl.formatMessage({ id: 'item.sheet' })}>
          {sheets.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              dir="auto"
              aria-pressed={index === at}
              onClick={() => {
                setChosen(index);
                setRequestedRow(null);
              }}
            >
              {name}
            </button>
          ))}
        </SheetTabs>
      )}
      <SheetView itemId={id} title={title} sheet={sheet} at={at} requestedRow={requestedRow} />
    </div>
  );
}

/** A row in the address; an exact row is highlighted itself, otherwise the matches near it. */
type RequestedRow = { row: number; exact: boolean };

type SheetViewProps = {
  itemId: string;
  title: string;
  sheet: PreviewSheet;
  /** Index of the file's sheet, from 0. */
  at: number;
  requestedRow: RequestedRow | null;
};

function SheetView({ itemId, title, sheet, at, requestedRow }: SheetViewProps) {
  const intl = useIntl();
  const { head, rows, from, to, busy, problem, hasEarlier, hasMore, show, more, earlier } = useSheetRows(
    itemId,
    sheet,
    at,
  );
  const markedRow = useRef<HTMLTableRowElement>(null);
  const shownFor = useRef<RequestedRow | null>(null);

  useEffect(() => {
    if (!requestedRow || shownFor.current === requestedRow) return;
    const isAway =
      (requestedRow.row >= to && hasMore) || (requestedRow.row < from && requestedRow.row > head.number);
    if (isAway) void show(requestedRow.row);
    else if (markedRow.current) {
      shownFor.current = requestedRow;
      markedRow.current.scrollIntoView({ block: 'center' });
      markedRow.current.focus({ preventScroll: true });
    }
  }, [requestedRow, from, to, hasMore, head.number, show]);

  const width = [head, ...rows].reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    <>
      {hasEarlier && (
        <Earlier>
          <Button busy={busy} onClick={() => void earlier()}>
            <FormattedMessage id="item.rows_earlier" values={{ row: from }} />
          </Button>
        </Earlier>
      )}
      <Scroller tabIndex={0} aria-label={intl.formatMessage({ id: 'item.table' }, { title })}>
        <Grid>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>
                  <FormattedMessage id="item.row" />
                </VisuallyHidden>
              </th>
              {columns.map((column) =>
                // An empty cell is no header.
                head.cells[column]?.trim() ? (
                  <th key={column} scope="col">
                    {head.cells[column]}
                  </th>
                ) : (
                  <td key={column} />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, cells }) => {
              const isRequested = requestedRow?.exact === true && requestedRow.row === number;
              return (
                <tr
                  key={number}
                  id={`row=${number}`}
                  ref={requestedRow?.row === number ? markedRow : undefined}
                  aria-current={isRequested || undefined}
                  tabIndex={requestedRow?.row === number ? -1 : undefined}
                >
                  <th scope="row">{number}</th>
                  {columns.map((column) => (
                    <td key={column}>{cells[column] ?? ''}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </Grid>
      </Scroller>
      {problem && (
        <ErrorState
          message={problem}
          retrying={busy}
          onRetry={() => void (requestedRow && requestedRow.row >= to ? show(requestedRow.row) : more())}
        />
      )}
      {hasMore && !problem && (
        <More>
          <Button busy={busy} onClick={() => void more()}>
            <FormattedMessage id="item.text_more" />
          </Button>
        </More>
      )}
    </>
  );
}
