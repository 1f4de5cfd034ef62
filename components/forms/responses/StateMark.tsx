import { FormattedMessage } from 'react-intl';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import type { SubmissionState } from '#lib/contract/submission-limits.ts';

const TONES: Record<SubmissionState, Tone> = { new: 'info', seen: 'warning', done: 'success' };

/** The processing state of a submission. */
export function StateMark({ state }: { state: SubmissionState }) {
  return (
    <Badge tone={TONES[state]} icon={state === 'done'}>
      <FormattedMessage id={`submissions.state_${state}`} />
    </Badge>
  );
}
