import { type FormEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Field } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useJob } from '#context/use-job.ts';
import type { ImportedFile, Job } from '#lib/contract/job.ts';
import { messageOf } from '#services/http.ts';
import { cancelJob } from '#services/jobs.ts';
import { importDocuments, importReportUrl } from '#services/space.ts';
import { color, space } from '#styles/tokens.ts';
import { ImportChoice } from './ImportChoice.tsx';
import { importCounts } from './import-counts.ts';
import { PastImports } from './PastImports.tsx';

const POLL_MS = 700;
/** Files that the report shows; those that failed are first. */
const SHOWN = 200;
const ACCEPT = '.md,.markdown,.html,.htm,.docx,.odt,.txt,.zip';

const Fields = styled.div`
  display: grid;
  gap: ${space(4)};
`;

const Report = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
`;

const Quiet = styled.span`
  color: ${color('quiet')};
`;

type ImportDocumentsProps = {
  /** Of the space's page: `/handle/slug`. */
  base: string;
  slug: string;
  parent: string | null;
  place: string;
  onClose: () => void;
  /** Items were added: lists show them. */
  onDone: () => void;
};

/** Imports a file or an archive of documents into a space or folder, and reports what became of each. */
export const ImportDocuments = withQueries(function ImportDocuments(props: ImportDocumentsProps) {
  const { slug, parent, place, onClose } = props;
  const intl = useIntl();
  const formId = useId();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [job, setJob] = useState<{ queued: Job; name: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || sent !== null) return;
    setProblem(null);
    setSent(0);
    try {
      setJob({ queued: await importDocuments(slug, { file, parent }, setSent), name: file.name });
    } catch (error) {
      setProblem(messageOf(error));
    }
    setSent(null);
  };
  const name = <bdi>{file?.name}</bdi>;

  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="space_import.title" values={{ place: <bdi>{place}</bdi> }} />}
      footer={
        job ? (
          <>
            <Button onClick={() => setJob(null)}>
              <FormattedMessage id="space_import.again" />
            </Button>
            <Button variant="primary" onClick={onClose}>
              <FormattedMessage id="action.close" />
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="primary" type="submit" form={formId} disabled={!file} busy={sent !== null}>
              <FormattedMessage id="space_import.submit" />
            </Button>
          </>
        )
      }
    >
      {job ? (
        <ImportReport {...props} {...job} />
      ) : (
        <form id={formId} onSubmit={(event) => void send(event)}>
          <Fields>
            <p>
              <FormattedMessage id="space_import.text" />
            </p>
            {problem && <Notice tone="error">{problem}</Notice>}
            <Field label={<FormattedMessage id="space_import.file" />} required>
              {(control) => (
                <input
                  {...control}
                  type="file"
                  accept={ACCEPT}
                  onChange={(event) => setFile(event.target.files?.[0] ?? null)}
                />
              )}
            </Field>
            {sent !== null && (
              <div role="status">
                <FormattedMessage id="space_import.sending" values={{ name }} />
                <ProgressBar
                  value={sent}
                  label={intl.formatMessage({ id: 'space_import.sending' }, { name: file?.name ?? '' })}
                />
              </div>
            )}
            <PastImports slug={slug} onShow={(one) => setJob({ queued: one, name: one.file_name })} />
          </Fields>
        </form>
      )}
    </Modal>
  );
});

type ImportReportProps = Pick<ImportDocumentsProps, 'base' | 'onDone'> & { queued: Job; name: string };

/** The progress of an import, and what became of its files. */
function ImportReport({ base, onDone, queued, name }: ImportReportProps) {
  const intl = useIntl();
  const [cancel, setCancel] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });
  const { job, over, error, refetch } = useJob({ queued, everyMs: POLL_MS, onDone });
  const files = job.result ?? [];
  const stop = async () => {
    setCancel({ busy: true, problem: null });
    try {
      await cancelJob(queued.id);
      await refetch();
      setCancel({ busy: false, problem: null });
    } catch (refused) {
      setCancel({ busy: false, problem: messageOf(refused) });
    }
  };

  if (job.plan && !over) return <ImportChoice id={queued.id} plan={job.plan} onChosen={refetch} />;
  return (
    <Fields>
      <div role="status">
        {!over && (
          <ProgressBar
            value={job.progress ?? 0}
            label={intl.formatMessage({ id: 'space_import.running' }, { name })}
          />
        )}
        {error && !(over && job.result) && <Notice tone="error">{messageOf(error)}</Notice>}
        {over && job.reason && <Notice tone={job.state === 'failed' ? 'error' : 'info'}>{job.reason}</Notice>}
        <p>
          <FormattedMessage id="space_import.progress" values={importCounts(job)} />
        </p>
        {!over && (
          <Quiet>
            <FormattedMessage id="space_import.leave" />
          </Quiet>
        )}
      </div>
      {!over && cancel.problem && <Notice tone="error">{cancel.problem}</Notice>}
      {!over && (
        <div>
          <Button size="small" busy={cancel.busy} onClick={() => void stop()}>
            <FormattedMessage id="space_import.cancel" />
          </Button>
        </div>
      )}
      {files.length > 0 && (
        <Report aria-label={intl.formatMessage({ id: 'space_import.report' })}>
          {files.slice(0, SHOWN).map((file) => (
            <li key={file.name}>
              <ReportLine base={base} file={file} />
            </li>
          ))}
        </Report>
      )}
      {files.length > SHOWN && (
        <Quiet>
          <FormattedMessage id="space_import.more" values={{ count: files.length - SHOWN }} />
        </Quiet>
      )}
      {over && files.length > 0 && (
        <a href={importReportUrl(queued.id)} download>
          <FormattedMessage id="space_import.download_report" />
        </a>
      )}
    </Fields>
  );
}

const STATUS = {
  imported: <FormattedMessage id="space_import.status_imported" />,
  changed: <FormattedMessage id="space_import.status_changed" />,
  failed: <FormattedMessage id="space_import.status_failed" />,
};

function ReportLine({ base, file }: { base: string; file: ImportedFile }) {
  const name = <bdi title={file.clean_name && file.name}>{file.clean_name ?? file.name}</bdi>;
  return (
    <>
      {file.item_id ? <a href={`${base}/${file.item_id}`}>{name}</a> : name}
      <br />
      <Quiet>
        {file.unchanged ? <FormattedMessage id="space_import.status_unchanged" /> : STATUS[file.status]}
        {file.reason && !file.unchanged && <> · {file.reason}</>}
      </Quiet>
    </>
  );
}
