import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import type { ShareableResource } from '#services/sharing.ts';
import { SharePanels } from './SharePanels.tsx';

type ShareDialogProps = {
  resource: ShareableResource;
  title: string;
  onClose: () => void;
  /** Something about who may see it changed. */
  onChanged: () => void;
};

/** Who may see an item or a form and do what with it: people, links, and everybody with the reason. */
export default function ShareDialog({ resource, title, onClose, onChanged }: ShareDialogProps) {
  return (
    <Modal
      open
      onClose={onClose}
      width={640}
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
