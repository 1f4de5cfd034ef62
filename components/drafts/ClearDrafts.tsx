import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { useToast } from '#components/ui/Toaster.tsx';

type ClearDraftsProps = { count: number; others: number; onClear: () => void };

/**
 * "Clear all" of docs/contract.md §7, with confirmation: it can't be undone, and affects everybody who used this
 * browser.
 */
export function ClearDrafts({ count, others, onClear }: ClearDraftsProps) {
  const intl = useIntl();
  const toast = useToast();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button icon={Trash2} onClick={() => setConfirming(true)}>
        <FormattedMessage id="drafts.clear" />
      </Button>
      {confirming && (
        <Confirm
          danger
          title={<FormattedMessage id="drafts.clear_title" />}
          text={<FormattedMessage id="drafts.clear_text" values={{ count, others }} />}
          submit={<FormattedMessage id="drafts.clear" />}
          onConfirm={async () => {
            onClear();
            setConfirming(false);
            toast({ tone: 'success', text: intl.formatMessage({ id: 'drafts.cleared' }) });
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
