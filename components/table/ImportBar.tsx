import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { TableImport } from '#lib/contract/table-import.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { ImportProgress } from './ImportProgress.tsx';

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

function OpenImport({ job, onDone, onClose }: { job: TableImport; onDone: () => void; onClose: () => void }) {
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
      <ImportProgress queued={job} onDone={onDone} onClose={onClose} />
    </Box>
  );
}

type ImportBarProps = {
  imports: readonly TableImport[];
  /** One ended: what it imported can be shown. */
  onDone: () => void;
  onClose: (id: string) => void;
};

/** The imports into a table that have not ended, above its rows: how far each is, and what can be done about it. */
export function ImportBar({ imports, onDone, onClose }: ImportBarProps) {
  return imports.map((one) => (
    <OpenImport key={one.id} job={one} onDone={onDone} onClose={() => onClose(one.id)} />
  ));
}
