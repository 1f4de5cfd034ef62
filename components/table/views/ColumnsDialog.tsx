import { Pin } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Input, Select } from '#components/ui/control.ts';
import { dialogListStyle } from '#components/ui/dialog-list-style.ts';
import { Modal } from '#components/ui/Modal.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { RowHeight } from '#lib/contract/table-views.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { ColumnIcon } from '../columns/ColumnIcon.tsx';
import { boundedWidth, COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN, orderedColumns } from '../columns/grid-columns.ts';
import { MoveButtons } from '../columns/MoveButtons.tsx';
import { footerMetrics, withFooter } from './footer-metrics.ts';
import { withFrozen } from './frozen-columns.ts';
import { rowHeightOf, type ViewSettings, withColumn, withMovedColumn } from './view-settings.ts';

const List = styled.ul`
  ${dialogListStyle}

  > li {
    gap: ${space(1)};
  }

  svg {
    flex: none;
  }

  button[aria-pressed='true'] {
    border-radius: ${radius('chip')};
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }
`;

const Width = styled(Input)`
  width: 84px;
`;

const Sum = styled(Select)`
  width: 132px;
`;

const Height = styled.label`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  margin-bottom: ${space(3)};

  > select {
    width: auto;
  }
`;

type SumOfProps = Pick<ColumnsDialogProps, 'settings' | 'onChange'> & { column: WireColumn };

/** What is summed up of a column where rows are cards. */
function SumOf({ column, settings, onChange }: SumOfProps) {
  const intl = useIntl();
  const metrics = footerMetrics(column);
  if (metrics.length === 0) return null;
  return (
    <Sum
      aria-label={intl.formatMessage({ id: 'table.footer_of' }, { label: column.label })}
      value={settings.layout.footer?.[column.id] ?? ''}
      onChange={({ target }) =>
        onChange(withFooter(settings, column.id, metrics.find((one) => one === target.value) ?? null))
      }
    >
      <option value="">{intl.formatMessage({ id: 'table.footer_none' })}</option>
      {metrics.map((one) => (
        <option key={one} value={one}>
          {intl.formatMessage({ id: `table.metric_${one}` })}
        </option>
      ))}
    </Sum>
  );
}

const HEIGHTS = ['short', 'medium', 'tall'] as const satisfies readonly RowHeight[];

type ColumnsDialogProps = {
  columns: readonly WireColumn[];
  settings: ViewSettings;
  onChange: (settings: ViewSettings) => void;
  onClose: () => void;
};

/** Which columns a view shows, in which order, and which of them stay where the others are scrolled. */
export function ColumnsDialog({ columns, settings, onChange, onClose }: ColumnsDialogProps) {
  const intl = useIntl();
  const ordered = orderedColumns(columns, settings.columns);
  const ids = ordered.map(({ id }) => id);
  const isGrid = settings.type === 'grid';
  // A grid has them in the menus of its columns.
  const resize = (id: string, before: number, field: HTMLInputElement) => {
    const typed = field.valueAsNumber;
    const width = Number.isNaN(typed) ? before : boundedWidth(typed);
    field.value = String(width);
    if (width !== before) onChange(withColumn(settings, ids, id, { width }));
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="table.columns" />}
      footer={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="table.done" />
        </Button>
      }
    >
      {isGrid && (
        <Height>
          <FormattedMessage id="table.row_height" />
          <Select
            value={rowHeightOf(settings)}
            onChange={({ target }) =>
              onChange({
                ...settings,
                layout: {
                  ...settings.layout,
                  row_height: HEIGHTS.find((one) => one === target.value) ?? 'short',
                },
              })
            }
          >
            {HEIGHTS.map((one) => (
              <option key={one} value={one}>
                {intl.formatMessage({ id: `table.rows_${one}` })}
              </option>
            ))}
          </Select>
        </Height>
      )}
      <List>
        {ordered.map(({ id, label, column, width, isHidden, isFrozen }, at) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={!isHidden}
                onChange={({ target }) =>
                  onChange(withColumn(settings, ids, id, { hidden: !target.checked }))
                }
              />
              <ColumnIcon type={column.type} />
              <span dir="auto">{label}</span>
            </label>
            {!isGrid && <SumOf {...{ column, settings, onChange }} />}
            {isGrid && (
              <Width
                // A width that was dragged meanwhile is shown.
                key={width}
                type="number"
                inputMode="numeric"
                min={COLUMN_WIDTH_MIN}
                max={COLUMN_WIDTH_MAX}
                step={10}
                defaultValue={width}
                aria-label={intl.formatMessage({ id: 'table.column_width' }, { label })}
                title={intl.formatMessage({ id: 'table.column_width' }, { label })}
                onBlur={({ target }) => resize(id, width, target)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') resize(id, width, event.currentTarget);
                }}
              />
            )}
            {isGrid && (
              <IconButton
                size="small"
                icon={Pin}
                aria-pressed={isFrozen}
                label={intl.formatMessage({ id: 'table.freeze_column' }, { label })}
                onClick={() => onChange(withFrozen(settings, ordered, id, !isFrozen))}
              />
            )}
            <MoveButtons
              size="small"
              name={label}
              at={at}
              count={ids.length}
              onMove={(to) =>
                onChange(withMovedColumn(settings, ids, id, ids[to < at ? to : to + 1] ?? null))
              }
            />
          </li>
        ))}
      </List>
    </Modal>
  );
}
