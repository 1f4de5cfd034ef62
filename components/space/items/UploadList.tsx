import { RotateCw, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { byteSize } from '#components/ui/ByteSize.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { isUploadInProgress, type Upload, uploadQueue } from '#services/upload.ts';
import { below, color, radius, space } from '#styles/tokens.ts';

const Box = styled.section`
  margin-bottom: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 44px;
  padding: 0 ${space(3)} 0 ${space(5)};
  border-bottom: 1px solid ${color('line')};

  > h2 {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 400;
  }
`;

const Rows = styled.ul`
  max-height: 320px;
  overflow-y: auto;
`;

const Row = styled.li`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto auto;
  align-items: center;
  gap: ${space(4)};
  min-height: 56px;
  padding: ${space(2)} ${space(3)} ${space(2)} ${space(5)};

  & + & {
    border-top: 1px solid ${color('line')};
  }

  ${below('md')} {
    gap: ${space(3)};
    padding-left: ${space(4)};
  }
`;

const UploadText = styled.div<{ $wrong: boolean }>`
  min-width: 0;

  > p:first-child {
    overflow: hidden;
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > p:nth-child(2) {
    color: ${({ $wrong }) => color($wrong ? 'error' : 'quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;

const Progress = styled.div`
  margin-top: ${space(1)};
`;

/** Uploads in progress, and failed ones, each with the reason and its actions. */
export function UploadList({ uploads, maxBytes }: { uploads: readonly Upload[]; maxBytes: number | null }) {
  const heading = useId();
  // Finished uploads are in the list of items already.
  const shown = uploads.filter(({ state }) => state.step !== 'done');
  if (shown.length === 0) return null;
  const over = shown.filter((upload) => !isUploadInProgress(upload)).map(({ id }) => id);
  return (
    <Box aria-labelledby={heading}>
      <Head>
        <h2 id={heading}>
          <FormattedMessage id="upload.title" />
        </h2>
        {over.length > 1 && (
          <Button variant="quiet" size="small" onClick={() => uploadQueue.dismiss(over)}>
            <FormattedMessage id="upload.dismiss_all" />
          </Button>
        )}
      </Head>
      <Rows>
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} maxBytes={maxBytes} />
        ))}
      </Rows>
    </Box>
  );
}

function UploadRow({ upload, maxBytes }: { upload: Upload; maxBytes: number | null }) {
  const intl = useIntl();
  const { id, name, kind, state } = upload;
  const isActive = isUploadInProgress(upload);
  return (
    <Row>
      <KindIcon kind={kind ?? 'general'} />
      <UploadText $wrong={!isActive}>
        <p dir="auto" title={name}>
          {name}
        </p>
        <p>
          <UploadMessage upload={upload} maxBytes={maxBytes} />
        </p>
        {state.step === 'sending' && (
          <Progress>
            <ProgressBar
              value={state.share}
              label={intl.formatMessage({ id: 'upload.progress' }, { name })}
            />
          </Progress>
        )}
      </UploadText>
      {state.step === 'failed' ? (
        <Button size="small" icon={RotateCw} onClick={() => uploadQueue.retry(id)}>
          <FormattedMessage id="upload.retry" />
        </Button>
      ) : (
        <span />
      )}
      <IconButton
        icon={X}
        label={intl.formatMessage({ id: isActive ? 'upload.cancel' : 'upload.dismiss' }, { name })}
        onClick={() => (isActive ? uploadQueue.cancel(id) : uploadQueue.dismiss([id]))}
      />
    </Row>
  );
}

/** The progress of an upload, or why it failed. */
function UploadMessage({ upload, maxBytes }: { upload: Upload; maxBytes: number | null }): ReactNode {
  const intl = useIntl();
  const { state, size } = upload;
  switch (state.step) {
    case 'waiting':
      return <FormattedMessage id="upload.waiting" />;
    case 'sending': {
      if (state.share >= 1) return <FormattedMessage id="upload.checking" />;
      const percent = intl.formatNumber(state.share, { style: 'percent' });
      return <FormattedMessage id="upload.sending" values={{ percent, size: byteSize(intl, size) }} />;
    }
    case 'failed':
      return state.message ?? <FormattedMessage id="upload.failed" />;
    case 'refused': {
      if ('message' in state) return state.message || <FormattedMessage id="upload.refused" />;
      const values = { size: byteSize(intl, maxBytes ?? 0) };
      return <FormattedMessage id={`upload.refused_${state.problem}`} values={values} />;
    }
    case 'done':
      return <FormattedMessage id="upload.done" />;
  }
}
