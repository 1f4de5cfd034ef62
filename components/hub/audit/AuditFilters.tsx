import NextLink from 'next/link';
import { useRouter } from 'next/router';
import type { FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Input, Select } from '#components/ui/control.ts';
import { SearchField } from '#components/ui/SearchField.tsx';
import { below, CONTROL, color, space } from '#styles/tokens.ts';
import { AUDIT_SUBJECTS, type AuditView, auditPath, auditView, isFiltered } from './audit-view.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr)) auto;
  gap: ${space(3)};
  align-items: end;

  > :first-child {
    grid-column: 1 / -1;
  }

  input,
  select {
    min-width: 0;
    min-height: ${CONTROL.medium}px;
    background-color: ${color('surface')};
  }

  ${below('sm')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Labelled = styled.label`
  display: grid;
  gap: ${space(1)};
  min-width: 0;
  color: ${color('quiet')};
  font-size: 13px;
`;

const Chosen = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  margin-top: ${space(3)};
  color: ${color('quiet')};
  font-size: 13px;
`;

type AuditFiltersProps = {
  handle: string;
  view: AuditView /** Of the user that the log is filtered by. */;
  actorName: string | null;
};

/** The filters of the audit log; a form that works without a script, with its state in the address. */
export function AuditFilters({ handle, view, actorName }: AuditFiltersProps) {
  const intl = useIntl();
  const router = useRouter();
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const query = Object.fromEntries([...typed].map(([name, value]) => [name, String(value)]));
    void router.push(auditPath(handle, auditView(query)), undefined, { scroll: false });
  };
  return (
    <search>
      {/* For another view, the fields are mounted again with the values of the address. */}
      <Form key={auditPath(handle, view)} action={auditPath(handle, auditView({}))} onSubmit={show}>
        <SearchField
          name="q"
          label={intl.formatMessage({ id: 'audit_log.search' })}
          defaultValue={view.q}
          maxLength={200}
        />
        <Labelled>
          <FormattedMessage id="audit_log.about" />
          <Select name="about" defaultValue={view.about ?? ''}>
            <option value="">{intl.formatMessage({ id: 'audit_log.about_all' })}</option>
            {AUDIT_SUBJECTS.map((subject) => (
              <option key={subject} value={subject}>
                {intl.formatMessage({ id: `audit_subject.${subject}` })}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled>
          <FormattedMessage id="audit_log.from" />
          <Input type="date" name="from" defaultValue={view.from} />
        </Labelled>
        <Labelled>
          <FormattedMessage id="audit_log.to" />
          <Input type="date" name="to" defaultValue={view.to} />
        </Labelled>
        {view.actor && <input type="hidden" name="actor" value={view.actor} />}
        <Button type="submit">
          <FormattedMessage id="audit_log.show" />
        </Button>
      </Form>
      {isFiltered(view) && (
        <Chosen>
          {view.actor && (
            <span>
              <FormattedMessage id="audit_log.of" values={{ person: <bdi>{actorName ?? '…'}</bdi> }} />
            </span>
          )}
          <NextLink href={auditPath(handle, auditView({}))} scroll={false}>
            <FormattedMessage id="audit_log.clear" />
          </NextLink>
        </Chosen>
      )}
    </search>
  );
}
