import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DuplicatesLink } from '#components/table/import/DuplicatesLink.tsx';
import { ImportFrame } from '#components/table/import/ImportFrame.tsx';
import { ChoiceField } from '#components/ui/ChoiceField.tsx';
import { Field } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { type ContactColumns, type KNOWN_BY, knownBy } from '#lib/contacts/contact-columns.ts';
import type { Job } from '#lib/contract/job.ts';
import type { OnMatch } from '#lib/contract/table.ts';
import { importVcards } from '#services/contacts.ts';

type ImportCardsProps = {
  itemId: string;
  /** The columns by which people are known again. */
  known: Pick<ContactColumns, (typeof KNOWN_BY)[number]>;
  onDone: () => void;
  onClose: () => void;
};

/** Imports people from a file of vCards; by default whoever is in the list already stays as they are. */
export function ImportCards({ itemId, known, onDone, onClose }: ImportCardsProps) {
  const intl = useIntl();
  const [file, setFile] = useState<File | null>(null);
  const [onMatch, setOnMatch] = useState<OnMatch>('skip');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const matchOn = knownBy(known).map(({ id }) => id);
  const [job, setJob] = useState<Job | null>(null);

  const send = async () => {
    if (!file) return setError(<FormattedMessage id="contacts.import_choose" />);
    setBusy(true);
    setProblem(null);
    try {
      setJob(await importVcards(itemId, file, { matchOn, onMatch }));
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
      next={<DuplicatesLink onFollow={onClose} />}
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
      {matchOn.length > 0 && (
        <ChoiceField
          label={<FormattedMessage id="contacts.import_match" />}
          help={<FormattedMessage id="contacts.import_match_help" />}
          required
          choices={['skip', 'update', 'add']}
          value={onMatch}
          textOf={(one) => intl.formatMessage({ id: `contacts.import_${one}` })}
          onChoose={setOnMatch}
        />
      )}
    </ImportFrame>
  );
}
