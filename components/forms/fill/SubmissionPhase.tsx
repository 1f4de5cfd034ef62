'use no memo';

import dynamic from 'next/dynamic';
import { FillFrame } from './FillFrame.tsx';
import { FillMessage } from './FillMessage.tsx';
import type { FillData } from './fill-data.ts';
import { FormattedMessage } from './fill-messages.ts';
import type { FillPhase } from './fill-state.ts';
import { newSubmissionPath } from './form-url.ts';
import { PendingSubmissionView } from './PendingSubmissionView.tsx';
import parts from './parts.module.css';
import type { PendingSubmission } from './pending-submissions.ts';

const SubmittedView = dynamic(() => import('./SubmittedView.tsx').then((loaded) => loaded.SubmittedView));

type Props = {
  data: FillData;
  phase: Exclude<FillPhase, { kind: 'filling' }>;
  onTry: () => void;
  /** Opens the form again with the pending submission. */
  onChange: (submission: PendingSubmission) => void;
};

/** The result of sending the form, in its place. */
export function SubmissionPhase({ data, phase, onTry, onChange }: Props) {
  return (
    <FillFrame data={data} isHeaded={false}>
      {phase.kind === 'sent' && (
        <SubmittedView
          slug={data.slug}
          account={data.account}
          submitted={phase.confirmation}
          isFresh
          again={newSubmissionPath(data)}
          note={
            phase.isBeforeChange && (
              <div className={parts.note} data-tone="warning" data-apart>
                <FormattedMessage id="fill.sent_before_change" />
              </div>
            )
          }
        />
      )}
      {phase.kind === 'already sent' && (
        <FillMessage
          tone="info"
          takesFocus
          title={<FormattedMessage id="fill.answered_title" />}
          text={<FormattedMessage id="fill.answered_text" />}
        />
      )}
      {phase.kind === 'waiting' && (
        <PendingSubmissionView
          isStored={phase.isStored}
          onTry={onTry}
          onChange={() => onChange(phase.submission)}
        />
      )}
    </FillFrame>
  );
}
