import { FormattedMessage } from 'react-intl';
import { Modal } from '#components/ui/Modal.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Space } from '#lib/contract/space.ts';
import { AccessRequestForm } from './AccessRequestForm.tsx';

/** Stronger roles than that of somebody who views, and of somebody who comments. */
const STRONGER = { viewer: ['commenter', 'editor'], commenter: ['editor'] } as const;

/** Requests a stronger role from a space's owners. */
export function RequestMoreAccess({ space, onClose }: { space: Space; onClose: () => void }) {
  const toast = useToast();
  return (
    <Modal open onClose={onClose} title={<FormattedMessage id="ask_access.more" />}>
      <AccessRequestForm
        slug={space.slug}
        first="editor"
        roles={STRONGER[space.my_role === 'commenter' ? 'commenter' : 'viewer']}
        onRequested={() => {
          onClose();
          toast({ tone: 'success', text: <FormattedMessage id="ask_access.more_sent" /> });
        }}
      />
    </Modal>
  );
}
