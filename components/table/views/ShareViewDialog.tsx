import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { LinksPanel } from '#components/sharing/LinksPanel.tsx';
import { Button } from '#components/ui/Button.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import type { View } from '#lib/contract/table-views.ts';
import { space } from '#styles/tokens.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};

  > p {
    margin: 0;
  }
`;

type ShareViewDialogProps = {
  itemId: string;
  view: View;
  /** The address of the view for those who may read its table. */
  address: string;
  onClose: () => void;
};

const nothing = () => undefined;

/** The address of a view, and the links by which others read what it shows. */
export function ShareViewDialog({ itemId, view, address, onClose }: ShareViewDialogProps) {
  const intl = useIntl();
  return (
    <Modal
      open
      onClose={onClose}
      width={640}
      title={<FormattedMessage id="sharing.dialog" values={{ title: <bdi>{view.name}</bdi> }} />}
      footer={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="sharing.close" />
        </Button>
      }
    >
      <Parts>
        <CopyLink link={address} label={intl.formatMessage({ id: 'table.view_address' })} labelShown />
        <p>
          <FormattedMessage id="table.view_share_text" />
        </p>
        <LinksPanel resource={{ kind: 'view', id: view.id, itemId }} onChanged={nothing} />
      </Parts>
    </Modal>
  );
}
