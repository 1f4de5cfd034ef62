'use no memo';

import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '#components/ui/copy-text.ts';
import type { SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import { FillMessage } from './FillMessage.tsx';
import { FormattedMessage, useIntl } from './fill-messages.ts';
import { WrittenText } from './PageBlocks.tsx';
import { leavePageHistory } from './page-history.ts';
import parts from './parts.module.css';
import styles from './SubmittedView.module.css';
import { loadReceipt } from './send-submission.ts';
import { storeConfirmation } from './stored-confirmation.ts';

/** The token in the fragment of a link to a submission. */
const tokenOf = (link: string) => link.split('=')[1] ?? '';

/** Downloads the receipt by a request with its token, because the address of a link would appear in logs. */
export function ReceiptButton({ slug, token }: { slug: string; token: string }) {
  const intl = useIntl();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const load = async () => {
    setIsBusy(true);
    setProblem('');
    const receipt = await loadReceipt(slug, token);
    setIsBusy(false);
    if (!(receipt instanceof Blob)) {
      const reason = receipt ? refusalMessage(receipt, intl) : intl.formatMessage({ id: 'fill.unreachable' });
      setProblem(intl.formatMessage({ id: 'fill.receipt_failed' }, { reason }));
      return;
    }
    const address = URL.createObjectURL(receipt);
    const link = document.createElement('a');
    link.href = address;
    link.download = `${slug}.pdf`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <>
      <button
        className={parts.plain}
        type="button"
        data-script
        onClick={isBusy ? undefined : load}
        aria-disabled={isBusy || undefined}
      >
        <FormattedMessage id="fill.receipt_load" />
      </button>
      <span role="status">
        {problem && (
          <div className={parts.note} data-tone="error">
            {problem}
          </div>
        )}
      </span>
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <button
      className={styles.copy}
      type="button"
      data-script
      onClick={async () => setIsCopied(await copyText(text))}
    >
      <span aria-live="polite">
        <FormattedMessage id={isCopied ? 'fill.continue_copied' : 'fill.continue_copy'} />
      </span>
    </button>
  );
}

type Props = {
  slug: string;
  account: string;
  submitted: SubmissionConfirmation | null;
  /** Additional information besides that it was sent. */
  note?: ReactNode;
  isFresh: boolean;
  again: string;
};

/** Confirmation after submitting, with links to edit the submission and to its receipt. */
export function SubmittedView({ slug, account, submitted, note, isFresh, again }: Props) {
  const intl = useIntl();
  useEffect(() => {
    if (!isFresh || !submitted) return;
    storeConfirmation({ account, slug }, submitted);
    leavePageHistory();
  }, [isFresh, submitted, account, slug]);
  const { confirmation, confirmation_html, receipt_url, edit_url } = submitted ?? {};
  return (
    <FillMessage
      tone="success"
      takesFocus={isFresh}
      title={intl.formatMessage({ id: 'fill.sent_title' })}
      text={
        confirmation ? (
          <WrittenText html={confirmation_html} text={confirmation} />
        ) : (
          intl.formatMessage({ id: 'fill.sent_text' })
        )
      }
    >
      {note}
      {edit_url && (
        <p className={styles.link}>
          <FormattedMessage id="fill.edit_link" />
          <a href={edit_url}>{edit_url}</a>
          <CopyButton text={edit_url} />
        </p>
      )}
      <div className={parts.acts}>
        {receipt_url && <ReceiptButton slug={slug} token={tokenOf(receipt_url)} />}
        <a className={parts.plain} href={again}>
          <FormattedMessage id="fill.sent_again" />
        </a>
      </div>
    </FillMessage>
  );
}
