import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { COLUMNS, FormRow } from './FormRow.tsx';
import { useFormActs } from './use-form-acts.tsx';
import type { FormsControl } from './use-forms.ts';

const Card = styled.div`
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  ${below('md')} {
    border: 0;
    background: none;
    box-shadow: none;
  }
`;

const Head = styled.div`
  display: grid;
  grid-template-columns: ${COLUMNS};
  gap: ${space(4)};
  padding: 10px ${space(3)} 10px ${space(5)};
  border-bottom: 1px solid ${color('line')};
  color: ${color('quiet')};
  font-size: 13px;

  ${below('md')} {
    display: none;
  }
`;

const Rows = styled.ul`
  ${below('md')} {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 9px;
  }
`;

type FormTableProps = { handle: string; slug: string; list: FormsControl; trashed: boolean };

/** Forms in rows under a head, cards on phones. */
export function FormTable({ handle, slug, list, trashed }: FormTableProps) {
  const intl = useIntl();
  const { acts, dialog } = useFormActs({ handle, slug, list });
  return (
    <>
      <Card>
        <Head aria-hidden>
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
        </Head>
        <Rows aria-label={intl.formatMessage({ id: 'forms.list' })}>
          {list.forms.map((form) => (
            <FormRow key={form.id} form={form} handle={handle} acts={acts} trashed={trashed} />
          ))}
        </Rows>
      </Card>
      {dialog}
    </>
  );
}
