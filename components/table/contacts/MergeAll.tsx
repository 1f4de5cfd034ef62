import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import type { DuplicateLevel } from './duplicate-level.ts';
import { type MergeAllState, mergeAll } from './merge-all.ts';

type MergeAllProps = {
  itemId: string;
  level: DuplicateLevel;
  /** Pairs at least as likely. */
  count: number;
  onDone: () => void;
  onClose: () => void;
};

/** Merges all pairs that are likely enough: asks first, shows how far it is, and can be stopped. */
export function MergeAll({ itemId, level, count, onDone, onClose }: MergeAllProps) {
  const intl = useIntl();
  const [state, setState] = useState<MergeAllState | null>(null);
  const stopping = useRef(new AbortController());
  const isRunning = state !== null && !state.isOver;

  const run = async () => {
    setState({ merged: 0, refused: 0, isOver: false, error: null });
    await mergeAll(itemId, { least: level / 100, signal: stopping.current.signal, onState: setState });
    onDone();
  };
  const close = () => {
    stopping.current.abort();
    onClose();
  };

  return (
    <Modal
      open
      width={480}
      onClose={close}
      title={
        <FormattedMessage
          id="contacts.merge_all_title"
          values={{ level: intl.formatMessage({ id: `contacts.likely_${level}` }) }}
        />
      }
      footer={
        state?.isOver ? (
          <Button variant="primary" onClick={close}>
            <FormattedMessage id="action.close" />
          </Button>
        ) : (
          <>
            <Button onClick={close}>
              <FormattedMessage id={isRunning ? 'contacts.merge_all_stop' : 'action.cancel'} />
            </Button>
            <Button variant="primary" busy={isRunning} onClick={() => void run()}>
              <FormattedMessage id="contacts.merge_all_submit" values={{ count }} />
            </Button>
          </>
        )
      }
    >
      {state === null && (
        <p>
          <FormattedMessage id="contacts.merge_all_text" values={{ count }} />
        </p>
      )}
      {isRunning && (
        <ProgressBar
          value={count > 0 ? Math.min(1, (state.merged + state.refused) / count) : 0}
          label={intl.formatMessage({ id: 'contacts.merge_all_progress' })}
        />
      )}
      <div role="status">
        {state?.isOver && (
          <p>
            <FormattedMessage
              id="contacts.merge_all_done"
              values={{ merged: state.merged, refused: state.refused }}
            />
          </p>
        )}
      </div>
      {state?.error != null && <Notice tone="error">{failureText(state.error)}</Notice>}
    </Modal>
  );
}
