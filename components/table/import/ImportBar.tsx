import { type ReactNode, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { TableImport } from '#lib/contract/table-import.ts';
import { cancelJob } from '#services/jobs.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { useOpenImports } from './use-open-imports.ts';

const Box = styled.section`
  display: grid;
  gap: ${space(2)};
  max-width: 640px;
  margin-bottom: ${space(3)};
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  font-size: 13px;

  > h2 {
    margin: 0;
    font-size: 14px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  p {
    margin-block: ${space(2)};
    color: ${color('quiet')};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** A file that was sent, and of which nobody chose yet where its columns go. */
function AwaitedChoice({ job, onChoose, onClose }: Omit<OpenImportProps, 'onDone'>) {
  const [failure, setFailure] = useState<ReactNode>(null);
  const cancel = async () => {
    try {
      await cancelJob(job.id);
      onClose();
    } catch (problem) {
      setFailure(failureText(problem));
    }
  };
  return (
    <>
      <p>
        <FormattedMessage id="table.import_awaits_choice" />
      </p>
      {failure && <Notice tone="error">{failure}</Notice>}
      <Actions>
        <Button size="small" onClick={onChoose}>
          <FormattedMessage id="table.import_choose_columns" />
        </Button>
        <Button size="small" variant="quiet" onClick={() => void cancel()}>
          <FormattedMessage id="table.import_cancel" />
        </Button>
      </Actions>
    </>
  );
}

type OpenImportProps = { job: TableImport; onChoose: () => void; onDone: () => void; onClose: () => void };

function OpenImport({ job, onChoose, onDone, onClose }: OpenImportProps) {
  const titleId = useId();
  return (
    <Box aria-labelledby={titleId}>
      <h2 id={titleId}>
        {job.file_name === null ? (
          <FormattedMessage id="table.import_of_unnamed" />
        ) : (
          <FormattedMessage id="table.import_of" values={{ name: <bdi>{job.file_name}</bdi> }} />
        )}
      </h2>
      {job.awaits_choice ? (
        <AwaitedChoice job={job} onChoose={onChoose} onClose={onClose} />
      ) : (
        <ImportProgress queued={job} onDone={onDone} onClose={onClose} />
      )}
    </Box>
  );
}

type ImportBarProps = {
  itemId: string;
  /** It is chosen where the columns of a file go that was sent before. */
  onChoose: (id: string) => void;
  /** One ended: what it imported can be shown. */
  onDone: () => void;
};

/** The imports into a table that have not ended, above its rows: how far each is, and what can be done about it. */
export function ImportBar({ itemId, onChoose, onDone }: ImportBarProps) {
  const { open, refresh, close } = useOpenImports(itemId);
  const { hub } = useShell();
  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.id === itemId) refresh();
    },
    refresh,
  );
  return open.map((one) => (
    <OpenImport
      key={one.id}
      job={one}
      onChoose={() => onChoose(one.id)}
      onDone={onDone}
      onClose={() => close(one.id)}
    />
  ));
}
