'use no memo';

import dynamic from 'next/dynamic';
import type { FillDraft } from './fill-draft.ts';
import { FormattedMessage } from './fill-messages.ts';
import type { FillState } from './fill-state.ts';
import parts from './parts.module.css';
import { useIsOnline } from './use-visible-pages.ts';

const ChangedNotice = dynamic(() => import('./ChangedNotice.tsx').then((loaded) => loaded.ChangedNotice));

type Props = {
  state: FillState;
  /** Continues a draft in its own version. */
  onContinueOlder: (draft: FillDraft) => void;
  onTakeOver: () => Promise<void>;
  onKeepVersion: () => void;
};

/** Notices about changes of the form or the draft, above its fields; announced when they change. */
export function FillNotices({ state, onContinueOlder, onTakeOver, onKeepVersion }: Props) {
  const isOnline = useIsOnline();
  const { notice, older } = state.start;
  return (
    <div role="status">
      {state.arrivedEarlier && (
        <div className={parts.note} data-tone="success" data-apart>
          <FormattedMessage id="fill.sent_earlier" />
        </div>
      )}
      {!isOnline && (
        <div className={parts.note} data-tone="warning" data-apart>
          <FormattedMessage id="fill.offline" />
        </div>
      )}
      {notice && (
        <div className={parts.note} data-tone={notice === 'continue_gone' ? 'warning' : 'info'} data-apart>
          <span>
            <FormattedMessage id={`fill.${notice}`} />
          </span>
          {older && (
            <button type="button" onClick={() => onContinueOlder(older)}>
              <FormattedMessage id="fill.changed_go_on" />
            </button>
          )}
        </div>
      )}
      {state.hasChanged && <ChangedNotice onTakeOver={onTakeOver} onGoOn={onKeepVersion} />}
    </div>
  );
}
