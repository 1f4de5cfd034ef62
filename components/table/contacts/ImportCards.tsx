import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DuplicatesLink } from '#components/table/import/DuplicatesLink.tsx';
import { FileProgress } from '#components/table/import/FileProgress.tsx';
import { ImportFrame } from '#components/table/import/ImportFrame.tsx';
import { ChoiceField } from '#components/ui/ChoiceField.tsx';
import { Field } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { type ContactColumns, type KNOWN_BY, knownBy } from '#lib/contacts/contact-columns.ts';
import type { Job } from '#lib/contract/job.ts';
import type { OnMatch } from '#lib/contract/table.ts';
import { startVcards } from '#services/contacts.ts';
import { CardsPreview } from './CardsPreview.tsx';
import { useCardsFile } from './use-cards-file.ts';

type ImportCardsProps = {
  itemId: string;
  /** The columns by which people are known again. */
  known: Pick<ContactColumns, (typeof KNOWN_BY)[number]>;
  onDone: () => void;
  onClose: () => void;
};

/** Imports people from a file of vCards, after showing what would become of them; by default anybody who is in the list already stays as they are. */
export function ImportCards({ itemId, known, onDone, onClose }: ImportCardsProps) {
  const intl = useIntl();
  const [onMatch, setOnMatch] = useState<OnMatch>('skip');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const matchOn = knownBy(known).map(({ id }) => id);
  const [job, setJob] = useState<Job | null>(null);
  const file = useCardsFile(itemId, matchOn);
  const { jobId, preview, share } = file;
  const isEmpty = preview !== null && preview.refused === preview.people;

  const send = async () => {
    if (!jobId) return setError(<FormattedMessage id="contacts.import_choose" />);
    setBusy(true);
    setProblem(null);
    try {
      setJob(await startVcards(jobId, { matchOn, onMatch }));
      file.start();
    } catch (failure) {
      setProblem(failureText(failure));
    }
    setBusy(false);
  };
  const close = () => {
    file.drop();
    onClose();
  };

  return (
    <ImportFrame
      title={<FormattedMessage id="contacts.import_title" />}
      submit={<FormattedMessage id="contacts.import_submit" />}
      job={job}
      width={640}
      busy={busy}
      disabled={isEmpty || share !== null || file.isReading}
      problem={problem ?? file.problem}
      onSubmit={send}
      onDone={onDone}
      onClose={close}
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
              void file.choose(event.target.files?.[0]);
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
      <FileProgress share={share} isReading={file.isReading} />
      {preview && <CardsPreview preview={preview} onMatch={onMatch} />}
    </ImportFrame>
  );
}
