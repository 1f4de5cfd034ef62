import { FormattedMessage } from 'react-intl';
import { Confirm } from '#components/ui/Confirm.tsx';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import { DisclosureDetails } from './DisclosureDetails.tsx';

type DisclosureDialogProps = { disclosure: Disclosure; onConfirm: () => Promise<void>; onClose: () => void };

/** Requests confirmation before resources are shown to more users than chosen, or to fewer. */
export default function DisclosureDialog({ disclosure, onConfirm, onClose }: DisclosureDialogProps) {
  return (
    <Confirm
      title={
        <FormattedMessage id={disclosure.things_count > 0 ? 'disclosure.title' : 'disclosure.lost_title'} />
      }
      width={520}
      submit={<FormattedMessage id="disclosure.submit" />}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <DisclosureDetails disclosure={disclosure} />
    </Confirm>
  );
}
