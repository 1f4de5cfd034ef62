import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { VisuallyHidden } from '#components/common/VisuallyHidden.tsx';
import { color, MOTION, radius, SHADOW, space } from '#styles/tokens.ts';
import { placeInAddress } from './place-in-address.ts';

/** Rows shown at first, and with each "Show more". */
const STEP = 100;

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

  thead th {
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

  tbody tr:target > * {
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

type TablePreviewProps = { title: string; sheets: { name: string; rows: string[][] }[] };

/** A table's first rows: scrolls both ways with its heading and row numbers in place; several sheets by buttons. */
export function TablePreview({ title, sheets }: TablePreviewProps) {
  const intl = useIntl();
  const [chosen, setChosen] = useState(0);
  const [shown, setShown] = useState(STEP);
  const sheet = sheets[Math.min(chosen, sheets.length - 1)];

  useEffect(() => {
    const place = placeInAddress();
    if (place?.type !== 'row') return;
    const named = sheets.findIndex(({ name }) => name === place.sheet);
    if (named > 0) setChosen(named);
    setShown((before) => Math.max(before, place.row + STEP));
  }, [sheets]);

  if (!sheet) return null;
  const [head = [], ...rows] = sheet.rows;
  const width = sheet.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    <div>
      {sheets.length > 1 && (
        <SheetTabs role="group" aria-label={intl.formatMessage({ id: 'item.sheet' })}>
          {sheets.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              dir="auto"
              aria-pressed={index === chosen}
              onClick={() => {
                setChosen(index);
                setShown(STEP);
              }}
            >
              {name}
            </button>
          ))}
        </SheetTabs>
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
              {columns.map((column) => (
                <th key={column} scope="col">
                  {head[column] ?? ''}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              // A row's number is its name; the sheet's head is row 1.
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a preview never move
              <tr key={index} id={`row=${index + 2}`}>
                <th scope="row">{index + 2}</th>
                {columns.map((column) => (
                  <td key={column}>{row[column] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Grid>
      </Scroller>
      {rows.length > shown && (
        <More>
          <Button onClick={() => setShown(shown + STEP)}>
            <FormattedMessage id="item.text_more" />
          </Button>
        </More>
      )}
    </div>
  );
}
