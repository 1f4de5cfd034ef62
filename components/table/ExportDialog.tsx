import { useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import { EXPORT_FORMATS, exportUrl } from '#services/table.ts';
import { space } from '#styles/tokens.ts';
import { orderedColumns } from './columns/grid-columns.ts';
import { isAny } from './rows/row-queries.ts';
import type { TableControl } from './rows/use-table.ts';
import type { ViewSettings } from './views/view-settings.ts';

const Parts = styled.form`
  display: grid;
  gap: ${space(5)};
`;

type ExportDialogProps = {
  itemId: string;
  table: Pick<TableControl, 'query' | 'columns'>;
  settings: Pick<ViewSettings, 'columns'>;
  onClose: () => void;
};

/** The columns that are shown, by their ids; empty where that is all of them in the order of the table. */
function shownFields(
  { columns }: ExportDialogProps['table'],
  looks: ExportDialogProps['settings']['columns'],
): string {
  const all = columns.map(({ id }) => id).join(',');
  const shown = orderedColumns(columns, looks).flatMap(({ id, isHidden }) => (isHidden ? [] : [id]));
  return shown.join(',') === all ? '' : shown.join(',');
}

/** Downloads the rows of a table as a file: those that are shown, or all. */
export function ExportDialog({ itemId, table, settings, onClose }: ExportDialogProps) {
  const formId = useId();
  const { query } = table;
  const fields = shownFields(table, settings.columns);
  const isPart = !isAny(query) || fields !== '';
  const [which, setWhich] = useState<'shown' | 'all'>(isPart ? 'shown' : 'all');
  const [format, setFormat] = useState<(typeof EXPORT_FORMATS)[number]>('xlsx');
  const download = () => {
    startDownload(exportUrl(itemId, { format, ...(which === 'shown' ? { ...query, fields } : {}) }));
    onClose();
  };
  return (
    <Modal
      open
      width={480}
      onClose={onClose}
      title={<FormattedMessage id="table.export" />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={formId}>
            <FormattedMessage id="table.export_submit" />
          </Button>
        </>
      }
    >
      <Parts
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          download();
        }}
      >
        {isPart && (
          <ChoiceGroup
            legend={<FormattedMessage id="table.export_rows" />}
            name="which"
            options={(['shown', 'all'] as const).map((value) => ({
              value,
              label: <FormattedMessage id={`table.export_${value}`} />,
              help: <FormattedMessage id={`table.export_${value}_help`} />,
            }))}
            value={which}
            onChange={setWhich}
          />
        )}
        <ChoiceGroup
          legend={<FormattedMessage id="table.export_format" />}
          name="format"
          options={EXPORT_FORMATS.map((value) => ({
            value,
            label: <FormattedMessage id={`table.export_${value}`} />,
            help: <FormattedMessage id={`table.export_${value}_help`} />,
          }))}
          value={format}
          onChange={setFormat}
        />
      </Parts>
    </Modal>
  );
}
