import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import type { OptionSource } from '#lib/contract/form-settings.ts';
import type { Option } from '#lib/fields/definition.ts';
import { listColumns } from '#services/table.ts';
import { listTables } from '#services/table-views.ts';
import { space } from '#styles/tokens.ts';
import { type FoundOptions, findOptions, offersOptions, ROWS, takenOptions } from './options-from-table.ts';

const Fields = styled.div`
  display: grid;
  gap: ${space(4)};

  > ul {
    max-height: 200px;
    margin: 0;
    padding-inline-start: ${space(5)};
    overflow-y: auto;
    overflow-wrap: anywhere;
  }

  > p {
    margin: 0;
  }
`;

const SHOWN = 20;

/** The options that would be taken, the first of them by their labels. */
function OptionsPreview({ found: { options, hasMore } }: { found: FoundOptions }) {
  if (options.length === 0)
    return (
      <Notice tone="info">
        <FormattedMessage id="builder.options_none" />
      </Notice>
    );
  return (
    <>
      <ul>
        {options.slice(0, SHOWN).map(({ label }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same label may be there twice
          <li key={at} dir="auto">
            {label}
          </li>
        ))}
      </ul>
      {options.length > SHOWN && (
        <p>
          <FormattedMessage id="builder.more_options" values={{ count: options.length - SHOWN }} />
        </p>
      )}
      {hasMore && (
        <Notice tone="warning">
          <FormattedMessage id="builder.options_cut" values={{ max: options.length }} />
        </Notice>
      )}
      <p>
        <FormattedMessage id="builder.options_public" />
      </p>
    </>
  );
}

type OptionsFromTableProps = {
  before: readonly Option[];
  onTake: (options: Option[], source: OptionSource) => void;
  onClose: () => void;
};

/** Takes the values of a table's column, or its rows, as the options of a choice: those that are there now. */
export const OptionsFromTable = withQueries(function OptionsFromTable({
  before,
  onTake,
  onClose,
}: OptionsFromTableProps) {
  const intl = useIntl();
  const { query } = useRouter();
  const slug = typeof query.space === 'string' ? query.space : '';
  const [tableId, setTableId] = useState('');
  const [columnId, setColumnId] = useState('');
  const tables = useQuery({
    queryKey: ['tables of', slug],
    queryFn: async ({ signal }) => ({ data: await listTables(slug, signal) }),
  });
  const columns = useQuery({
    queryKey: ['columns of', tableId],
    queryFn: async ({ signal }) => ({ data: await listColumns(tableId, signal) }),
    enabled: tableId !== '',
  });
  const known = columns.data?.data ?? [];
  const found = useQuery({
    queryKey: ['options of', tableId, columnId],
    queryFn: ({ signal }) => findOptions(tableId, known, columnId, signal),
    enabled: tableId !== '' && columnId !== '' && known.length > 0,
    gcTime: 0,
  });
  const failure = tables.error ?? columns.error ?? found.error;
  const options = found.data?.options ?? [];
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="builder.options_from_table" />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="primary"
            disabled={options.length === 0}
            onClick={() => {
              if (found.data)
                onTake(takenOptions(found.data, before), {
                  table: tableId,
                  column: columnId === ROWS ? null : columnId,
                });
              onClose();
            }}
          >
            <FormattedMessage id="builder.options_take" values={{ count: options.length }} />
          </Button>
        </>
      }
    >
      <Fields>
        {failure && <Notice tone="error">{failureText(failure)}</Notice>}
        <SelectField
          label={<FormattedMessage id="builder.options_table" />}
          required
          value={tableId}
          onChange={({ target }) => {
            setTableId(target.value);
            setColumnId('');
          }}
        >
          <option value="">{intl.formatMessage({ id: 'table.choose' })}</option>
          {tables.data?.data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        {tableId !== '' && (
          <SelectField
            label={<FormattedMessage id="builder.options_column" />}
            help={<FormattedMessage id="builder.options_column_help" />}
            required
            value={columnId}
            onChange={({ target }) => setColumnId(target.value)}
          >
            <option value="">{intl.formatMessage({ id: 'table.choose' })}</option>
            <option value={ROWS}>{intl.formatMessage({ id: 'builder.options_rows' })}</option>
            {known.filter(offersOptions).map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        {found.isLoading && <SkeletonList rows={2} />}
        {found.data && <OptionsPreview found={found.data} />}
      </Fields>
    </Modal>
  );
});
