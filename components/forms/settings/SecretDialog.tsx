import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { Modal } from '#components/ui/Modal.tsx';

/** Shows a webhook's secret, only once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const intl = useIntl();
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="form_webhooks.secret" />}
      footer={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="form_webhooks.secret_stored" />
        </Button>
      }
    >
      <p>
        <FormattedMessage id="form_webhooks.secret_text" />
      </p>
      <CopyLink link={secret} label={intl.formatMessage({ id: 'form_webhooks.secret' })} />
    </Modal>
  );
}
