import { FormattedMessage } from 'react-intl';
import { Notice } from '#components/ui/Notice.tsx';
import type { SessionEndReason } from '#lib/contract/session-end.ts';

/** Why the user is not signed in any more. */
export function SessionEndedNotice({ ended }: { ended: SessionEndReason }) {
  return (
    <Notice tone="warning">
      <FormattedMessage id={`session_end.${ended}`} />
    </Notice>
  );
}
