import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ImportFrame } from '#components/table/ImportFrame.tsx';
import { Field, SelectField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import type { Job } from '#lib/contract/job.ts';
import { type Column, ON_MATCH, type OnMatch } from '#lib/contract/table.ts';
import { importVcards } from '#services/contacts.ts';

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
  const [file, setFile] = useState<File | null>(null);
  const [onMatch, setOnMatch] = useState<OnMatch>('skip');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [job, setJob] = useState<Job | null>(null);

  const send = async () => {
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
    <ImportFrame
      title={<FormattedMessage id="contacts.import_title" />}
      submit={<FormattedMessage id="contacts.import_submit" />}
      job={job}
      busy={busy}
      problem={problem}
      onSubmit={send}
      onDone={onDone}
      onClose={onClose}
    >
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
    </ImportFrame>
  );
}
