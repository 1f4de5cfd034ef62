import { FormattedMessage } from 'react-intl';
import { Modal } from '#components/common/Modal.tsx';

/** The form as whoever fills it will see it. */
export function Preview({ onClose }: { onClose: () => void }) {
  return (
    <Modal open onClose={onClose} title={<FormattedMessage id="builder.preview" />}>
      {null}
    </Modal>
  );
}
