import { FormattedMessage, useIntl } from 'react-intl';
import { RowCard, RowHead, Rows } from '#components/ui/row-list.ts';
import { COLUMNS, FormRow } from './FormRow.tsx';
import { useFormActs } from './use-form-acts.tsx';
import type { FormsControl } from './use-forms.ts';

type FormTableProps = { handle: string; slug: string; list: FormsControl; trashed: boolean };

/** Forms in rows under a head, cards on phones. */
export function FormTable({ handle, slug, list, trashed }: FormTableProps) {
  const intl = useIntl();
  const { acts, dialog } = useFormActs({ handle, slug, list });
  return (
    <>
      <RowCard>
        <RowHead aria-hidden $columns={COLUMNS}>
          <span>
            <FormattedMessage id="forms.name" />
          </span>
          <span>
            <FormattedMessage id="forms.state" />
          </span>
          <span>
            <FormattedMessage id="forms.answers" />
          </span>
          <span>
            <FormattedMessage id="forms.changed" />
          </span>
        </RowHead>
        <Rows aria-label={intl.formatMessage({ id: 'forms.list' })}>
          {list.forms.map((form) => (
            <FormRow key={form.id} form={form} handle={handle} acts={acts} trashed={trashed} />
          ))}
        </Rows>
      </RowCard>
      {dialog}
    </>
  );
}
