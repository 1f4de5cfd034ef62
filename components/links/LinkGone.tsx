import { FormattedMessage, useIntl } from 'react-intl';
import { DeadEnd } from '#components/ui/DeadEnd.tsx';

/** The same words for a link that never was, and for one that has ended. */
export function LinkGone() {
  const intl = useIntl();
  return (
    <DeadEnd
      title={intl.formatMessage({ id: 'sharing.link_gone_title' })}
      text={<FormattedMessage id="sharing.link_gone_text" />}
    />
  );
}
