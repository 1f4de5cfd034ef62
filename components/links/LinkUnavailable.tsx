import { FormattedMessage, useIntl } from 'react-intl';
import { UnavailablePage } from '#components/ui/UnavailablePage.tsx';

/** The same words for a link that never was, and for one that has ended. */
export function LinkUnavailable() {
  const intl = useIntl();
  return (
    <UnavailablePage
      title={intl.formatMessage({ id: 'sharing.link_gone_title' })}
      text={<FormattedMessage id="sharing.link_gone_text" />}
    />
  );
}
