import { FormattedMessage, useIntl } from 'react-intl';
import { UnavailablePage } from '#components/ui/UnavailablePage.tsx';

/** The same message for a link that never existed, and for one that has ended. */
export function LinkUnavailable() {
  const intl = useIntl();
  return (
    <UnavailablePage
      title={intl.formatMessage({ id: 'sharing.link_gone_title' })}
      text={<FormattedMessage id="sharing.link_gone_text" />}
    />
  );
}
