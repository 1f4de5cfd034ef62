import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useJob } from '#context/use-job.ts';
import { NO_SPACE } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import type { PreviewSheet } from '#lib/contract/preview.ts';
import type { Conversion } from '#lib/text/conversion.ts';
import { messageOf } from '#services/http.ts';
import { convertItem, getSheets } from '#services/item.ts';
import { space } from '#styles/tokens.ts';
import { CONVERT_LABELS, convertible } from './convertible.tsx';

const POLL_MS = 400;

const Parts = styled.div`
  display: grid;
  gap: ${space(4)};
`;

type Begun = { job: Job; itemId: string | null };

type ConvertItemProps = {
  item: Item;
  onClose: () => void;
  /** The new item, once it is complete. */
  onDone?: (id: string) => void;
};

/** Converts an item's file to a document or a table next to it, and shows what became of it. */
export const ConvertItem = withQueries(function ConvertItem({ item, onClose, onDone }: ConvertItemProps) {
  const intl = useIntl();
  const to = convertible(item) ?? 'document';
  const sheets = useSheets(item, to);
  const [chosen, setSheet] = useState<number | null>(null);
  const sheet = chosen ?? defaultSheet(sheets);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const title = <bdi>{item.title}</bdi>;

  if (begun) return <Converting item={item} to={to} begun={begun} onClose={onClose} onDone={onDone} />;
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { item_id: itemId, ...job } = await convertItem(
        item.id,
        chosen === null ? { to } : { to, sheet: chosen },
      );
      setBegun({ job, itemId });
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={CONVERT_LABELS[to]}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            <FormattedMessage id="convert.submit" />
          </Button>
        </>
      }
    >
      <Parts>
        {problem && <Notice tone="error">{problem}</Notice>}
        <p>
          <FormattedMessage id={`convert.${to}_text`} values={{ title }} />
        </p>
        {sheets.length > 1 && (
          <SelectField
            label={<FormattedMessage id="convert.sheet" />}
            required
            value={sheet}
            onChange={(event) => setSheet(Number(event.target.value))}
          >
            {sheets.map(({ name, hidden }, at) => (
              <option key={name} value={at}>
                {hidden ? intl.formatMessage({ id: 'convert.sheet_hidden' }, { name }) : name}
              </option>
            ))}
          </SelectField>
        )}
      </Parts>
    </Modal>
  );
});

/** The sheets of a workbook, as far as its preview has them. */
function useSheets({ id }: Item, to: Conversion): readonly PreviewSheet[] {
  const { data: sheets = [] } = useQuery({
    queryKey: ['item sheets', id],
    queryFn: () => getSheets(id),
    enabled: to === 'table',
    // Without its preview, the sheet is converted that the server chooses.
    retry: false,
  });
  return sheets;
}

/** The sheet that is converted where none was chosen: the first with rows that is not hidden, else the first. */
function defaultSheet(sheets: readonly PreviewSheet[]): number {
  const at = sheets.findIndex(({ hidden, rows }) => !hidden && rows.length > 0);
  const shown = sheets.findIndex(({ hidden }) => !hidden);
  return Math.max(0, at < 0 ? shown : at);
}

type ConvertingProps = {
  item: Item;
  to: Conversion;
  begun: Begun;
  onClose: () => void;
  onDone: ((id: string) => void) | undefined;
};

/** The progress of a conversion, and its result. */
function Converting({ item, to, begun, onClose, onDone }: ConvertingProps) {
  const intl = useIntl();
  const router = useRouter();
  const { job, over, error } = useJob({
    queued: begun.job,
    everyMs: POLL_MS,
    onDone: () => {
      if (made !== null) onDone?.(made);
    },
  });
  const [file] = job.result ?? [];
  const made = to === 'table' ? begun.itemId : (file?.item_id ?? null);
  const isDone = over && made !== null;
  const failure = job.reason ?? (file?.status === 'failed' ? file.reason : undefined);
  const left = file?.status === 'failed' ? undefined : file?.reason;
  return (
    <Modal
      open
      onClose={onClose}
      title={CONVERT_LABELS[to]}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
          {isDone && (
            <LinkButton
              variant="primary"
              href={`/${String(router.query.handle)}/${item.space_slug || NO_SPACE}/${made}`}
            >
              <FormattedMessage id={`convert.open_${to}`} />
            </LinkButton>
          )}
        </>
      }
    >
      <Parts role="status">
        {!over && (
          <ProgressBar
            value={job.progress ?? 0}
            label={intl.formatMessage({ id: 'convert.running' }, { title: item.title })}
          />
        )}
        {!over && error && <Notice tone="error">{messageOf(error)}</Notice>}
        {!over && (
          <p>
            <FormattedMessage id="convert.leave" />
          </p>
        )}
        {over && failure && <Notice tone="error">{failure}</Notice>}
        {over && left && <Notice tone="warning">{left}</Notice>}
        {isDone && (
          <p>
            {to === 'table' ? (
              <FormattedMessage id="convert.rows" values={{ done: job.done, rejected: job.rejected }} />
            ) : (
              <FormattedMessage id="convert.done" />
            )}
          </p>
        )}
        {over && job.errors_url && (
          <p>
            <a href={job.errors_url} download>
              <FormattedMessage id="convert.errors" />
            </a>
          </p>
        )}
      </Parts>
    </Modal>
  );
}
