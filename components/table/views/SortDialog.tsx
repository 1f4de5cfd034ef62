import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import { Modal } from '#components/ui/Modal.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { canGroup, canSortBy } from '#lib/fields/column-kinds.ts';
import { space } from '#styles/tokens.ts';
import { missingColumn } from '../columns/missing-column.ts';

const SORTS_MAX = 5;
const GROUPS_MAX = 3;

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 160px) 40px;
  gap: ${space(2)};
  margin-bottom: ${space(2)};
`;

type SortDialogProps = {
  /** What is chosen: the order of rows, or the column that they are grouped by. */
  kind: 'sort' | 'group';
  type: View['type'];
  columns: readonly WireColumn[];
  /** Ids of columns, with `-` before those in descending order. */
  chosen: readonly string[];
  onSave: (chosen: string[]) => void;
  onClose: () => void;
};

/** Lists of a board and days of a calendar are those of one column. */
const isByOne = (type: View['type']) => type === 'board' || type === 'calendar';

const groupTitle = (type: View['type']) =>
  type === 'board' || type === 'calendar' ? (`table.view_column_${type}` as const) : 'table.group';

const idOf = (sort: string) => sort.replace(/^-/, '');

/** Chooses the columns that rows are sorted by, the first one first, or grouped by. */
export function SortDialog({ kind, type, columns, chosen, onSave, onClose }: SortDialogProps) {
  const intl = useIntl();
  const [sorts, setSorts] = useState<readonly string[]>(chosen);
  const possible = columns.filter(kind === 'sort' ? canSortBy : canGroup(type));
  const unused = possible.find(({ id }) => !sorts.some((one) => idOf(one) === id));
  const isFull = sorts.length >= (kind === 'sort' ? SORTS_MAX : isByOne(type) ? 1 : GROUPS_MAX);
  const put = (at: number, sort: string) => setSorts(sorts.map((one, n) => (n === at ? sort : one)));
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id={kind === 'sort' ? 'table.sort' : groupTitle(type)} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onSave([...sorts]);
              onClose();
            }}
          >
            <FormattedMessage id="table.apply" />
          </Button>
        </>
      }
    >
      {sorts.map((sort, at) => {
        const isDown = sort.startsWith('-');
        const isMissing = !possible.some(({ id }) => id === idOf(sort));
        return (
          <Line key={idOf(sort)}>
            <Select
              aria-label={intl.formatMessage({ id: 'table.sort_column' }, { number: at + 1 })}
              value={idOf(sort)}
              onChange={({ target }) => put(at, `${isDown ? '-' : ''}${target.value}`)}
            >
              {isMissing && <option value={idOf(sort)}>{missingColumn(intl, columns, idOf(sort))}</option>}
              {possible
                .filter(({ id }) => id === idOf(sort) || !sorts.some((one) => idOf(one) === id))
                .map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
            </Select>
            {kind === 'sort' || !isByOne(type) ? (
              <Select
                aria-label={intl.formatMessage({ id: 'table.sort_direction' }, { number: at + 1 })}
                value={isDown ? '-' : ''}
                onChange={({ target }) => put(at, `${target.value}${idOf(sort)}`)}
              >
                <option value="">{intl.formatMessage({ id: 'table.sort_up' })}</option>
                <option value="-">{intl.formatMessage({ id: 'table.sort_down' })}</option>
              </Select>
            ) : (
              <span />
            )}
            <IconButton
              icon={X}
              label={intl.formatMessage({ id: 'table.sort_remove' }, { number: at + 1 })}
              onClick={() => setSorts(sorts.filter((_, n) => n !== at))}
            />
          </Line>
        );
      })}
      {!isFull && unused && (
        <Button size="small" variant="quiet" icon={Plus} onClick={() => setSorts([...sorts, unused.id])}>
          <FormattedMessage id={kind === 'sort' ? 'table.sort_add' : 'table.group_add'} />
        </Button>
      )}
    </Modal>
  );
}
