import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { BulkChange } from '#lib/contract/bulk-change.ts';
import { makeBulkChange, previewBulkChange } from '#services/bulk-changes.ts';
import { space } from '#styles/tokens.ts';
import { rowsOfQuery } from './bulk-request.ts';
import type { TableQuery } from './rows/row-queries.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

export type BulkDialogProps = {
  itemId: string;
  /** Which rows. */
  query: TableQuery;
  /** Resolves once nothing is being written any more. */
  whenIdle: () => Promise<void>;
  onMade: (bulk: BulkChange) => void;
  onClose: () => void;
};

/** Confirms that all rows of a list are deleted, once it is counted how many these are. */
export function DeleteAll({ itemId, query, whenIdle, onMade, onClose }: BulkDialogProps) {
  const opened = useId();
  const change = { ...rowsOfQuery(query), action: 'delete' as const };
  const counted = useQuery({
    queryKey: ['bulk-preview', opened, itemId],
    queryFn: async ({ signal }) => {
      await whenIdle();
      // Cancelled meanwhile: nothing is counted any more.
      signal.throwIfAborted();
      return previewBulkChange(itemId, change);
    },
    // Counted again whenever it is opened: what is confirmed is what is deleted.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const preview = counted.isFetching ? undefined : counted.data;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const confirm = async () => {
    if (!preview) return void counted.refetch();
    setBusy(true);
    setProblem(null);
    try {
      onMade(await makeBulkChange(itemId, { ...change, as_of: preview.as_of, count: preview.count }));
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
      void counted.refetch();
    }
  };
  const shown = problem ?? (counted.error && !counted.isFetching ? failureText(counted.error) : null);
  return (
    <Modal
      open
      onClose={onClose}
      width={460}
      title={
        preview ? (
          <FormattedMessage id="table.bulk_delete_title" values={{ count: preview.count }} />
        ) : (
          <FormattedMessage id="table.bulk_delete_any_title" />
        )
      }
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="danger"
            busy={busy || counted.isFetching}
            disabled={preview?.count === 0}
            onClick={() => void confirm()}
          >
            {preview ? (
              <FormattedMessage id="table.bulk_delete" values={{ count: preview.count }} />
            ) : counted.isFetching ? (
              <FormattedMessage id="table.bulk_counting" />
            ) : (
              <FormattedMessage id="action.retry" />
            )}
          </Button>
        </>
      }
    >
      <Parts>
        {shown && <Notice tone="error">{shown}</Notice>}
        <p>
          <FormattedMessage id="table.bulk_delete_text" />
        </p>
      </Parts>
    </Modal>
  );
}
