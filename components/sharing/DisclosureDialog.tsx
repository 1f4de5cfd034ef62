import { FormattedMessage } from 'react-intl';
import { Confirm } from '#components/common/Confirm.tsx';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import { DisclosureDetails } from './DisclosureDetails.tsx';

type DisclosureDialogProps = { disclosure: Disclosure; onAnswer: (accepted: boolean) => void };

/** Asks before things are shown to more people than somebody chose. */
export default function DisclosureDialog({ disclosure, onAnswer }: DisclosureDialogProps) {
  return (
    <Confirm
      title={<FormattedMessage id="disclosure.title" />}
      width={520}
      submit={<FormattedMessage id="disclosure.submit" />}
      onClose={() => onAnswer(false)}
      onConfirm={async () => onAnswer(true)}
    >
      <DisclosureDetails disclosure={disclosure} />
    </Confirm>
  );
}
