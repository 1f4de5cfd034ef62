import { FormattedMessage, useIntl } from 'react-intl';
import { RowCard, RowHeader, Rows } from '#components/ui/row-list.ts';
import { COLUMNS, FormRow } from './FormRow.tsx';
import { useFormActions } from './use-form-actions.tsx';
import type { FormsControl } from './use-forms.ts';

type FormTableProps = { handle: string; slug: string; list: FormsControl; trashed: boolean };

/** Forms in rows under a header, cards on phones. */
export function FormTable({ handle, slug, list, trashed }: FormTableProps) {
  const intl = useIntl();
  const { acts, dialog } = useFormActions({ handle, slug, list });
  return (
    <>
      <RowCard>
        <RowHeader aria-hidden $columns={COLUMNS}>
          <span>
            <FormattedMessage id="forms.name" />
          </span>
          <span>
            <FormattedMessage id="forms.state" />
          </span>
          <span>
            <FormattedMessage id="forms.submissions" />
          </span>
          <span>
            <FormattedMessage id="forms.changed" />
          </span>
        </RowHeader>
        <Rows aria-label={intl.formatMessage({ id: 'forms.list' })}>
          {list.forms.map((form) => (
            <FormRow key={form.id} form={form} handle={handle} actions={acts} trashed={trashed} />
          ))}
        </Rows>
      </RowCard>
      {dialog}
    </>
  );
}
