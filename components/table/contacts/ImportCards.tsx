import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ImportProgress } from '#components/table/ImportProgress.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Field, SelectField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { Job } from '#lib/contract/job.ts';
import { type Column, ON_MATCH, type OnMatch } from '#lib/contract/table.ts';
import { importVcards } from '#services/contacts.ts';
import { space } from '#styles/tokens.ts';

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

type ImportCardsProps = {
  itemId: string;
  /** The column of email addresses, by which people are known again; null without one. */
  email: Column | null;
  onDone: () => void;
  onClose: () => void;
};

/** Imports people from a file of vCards; by default whoever is in the list already stays as they are. */
export function ImportCards({ itemId, email, onDone, onClose }: ImportCardsProps) {
  const intl = useIntl();
  const formId = useId();
  const [file, setFile] = useState<File | null>(null);
  const [onMatch, setOnMatch] = useState<OnMatch>('skip');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [job, setJob] = useState<Job | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return setError(<FormattedMessage id="contacts.import_choose" />);
    setBusy(true);
    setProblem(null);
    try {
      setJob(await importVcards(itemId, file, { matchOn: email?.id ?? null, onMatch }));
    } catch (failure) {
      setProblem(failureText(failure));
    }
    setBusy(false);
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="contacts.import_title" />}
      footer={
        job ? (
          <Button variant="primary" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="primary" type="submit" form={formId} busy={busy}>
              <FormattedMessage id="contacts.import_submit" />
            </Button>
          </>
        )
      }
    >
      {job ? (
        <ImportProgress queued={job} onDone={onDone} />
      ) : (
        <Parts id={formId} noValidate onSubmit={(event) => void send(event)}>
          {problem && <Notice tone="error">{problem}</Notice>}
          <Field
            label={<FormattedMessage id="contacts.import_file" />}
            help={<FormattedMessage id="contacts.import_file_help" />}
            error={error}
            required
          >
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".vcf,.vcard,text/vcard,text/x-vcard"
                onChange={(event) => {
                  setError(null);
                  setFile(event.target.files?.[0] ?? null);
                }}
              />
            )}
          </Field>
          {email && (
            <SelectField
              label={<FormattedMessage id="contacts.import_match" />}
              help={<FormattedMessage id="contacts.import_match_help" />}
              required
              value={onMatch}
              onChange={(event) => setOnMatch(ON_MATCH.find((one) => one === event.target.value) ?? 'skip')}
            >
              {(['skip', 'update', 'add'] as const).map((one) => (
                <option key={one} value={one}>
                  {intl.formatMessage({ id: `contacts.import_${one}` })}
                </option>
              ))}
            </SelectField>
          )}
        </Parts>
      )}
    </Modal>
  );
}
