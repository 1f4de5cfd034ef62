import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import type { ShareableResource } from '#services/sharing.ts';
import { SharePanels } from './SharePanels.tsx';

type ShareDialogProps = {
  resource: ShareableResource;
  title: string;
  onClose: () => void;
  /** Access to the resource changed. */
  onChanged: () => void;
};

/** The access to an item or a form: users, links, and everybody who has access with the reason. */
export default function ShareDialog({ resource, title, onClose, onChanged }: ShareDialogProps) {
  return (
    <Modal
      open
      onClose={onClose}
      width={640}
      steady
      title={<FormattedMessage id="sharing.dialog" values={{ title: <bdi>{title}</bdi> }} />}
      footer={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="sharing.close" />
        </Button>
      }
    >
      <SharePanels resource={resource} onChanged={onChanged} />
    </Modal>
  );
}
