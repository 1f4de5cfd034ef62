'use no memo';

import { useEffect, useRef, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import { copyText } from '#components/ui/copy-text.ts';
import styles from './ContinueOnDevice.module.css';
import { type ContinueLinkResult, createContinueLink } from './continue-link.ts';
import type { FillDraft } from './fill-draft.ts';
import { FormattedMessage, useIntl } from './fill-messages.ts';
import parts from './parts.module.css';

type Props = {
  form: { slug: string; signedIn: boolean };
  /** The input at the time this was opened. */
  draft: FillDraft;
  /** The server has stored the draft, under this token. */
  onStored(token: string): void;
  onClose(): void;
};

/**
 * Transfers the draft to another device: a link with the key in its fragment, where no log records it, also as a QR
 * code.
 */
export function ContinueOnDevice({ form, draft, onStored, onClose }: Props) {
  const intl = useIntl();
  const box = useRef<HTMLDialogElement>(null);
  const create = useRef(() => createContinueLink(form, draft, intl));
  const stored = useRef(onStored);
  const [made, setMade] = useState<ContinueLinkResult | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    box.current?.showModal();
    let isOpen = true;
    const begin = async () => {
      const next = await create.current();
      if ('token' in next) stored.current(next.token);
      if (!isOpen) return;
      setMade(next);
      if (!('link' in next)) return;
      const { renderSVG } = await import('uqr');
      const svg = renderSVG(next.link, { border: 1 });
      if (isOpen) setCode(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`);
    };
    void begin();
    return () => {
      isOpen = false;
    };
  }, []);
  const link = made && 'link' in made ? made.link : null;
  return (
    <dialog className={styles.box} ref={box} aria-labelledby="continue-title" onClose={onClose}>
      <h2 id="continue-title">
        <FormattedMessage id="fill.continue" />
      </h2>
      {made && 'problem' in made && (
        <div className={parts.note} data-tone="error" role="alert">
          {intl.formatMessage({ id: 'fill.continue_failed' }, { reason: made.problem })}
        </div>
      )}
      {made && 'link' in made && (
        <>
          <p>{intl.formatMessage({ id: 'fill.continue_text' }, { days: made.days })}</p>
          {code && (
            // biome-ignore lint/performance/noImgElement: made here, and nothing to be made smaller
            <img className={styles.code} src={code} alt={intl.formatMessage({ id: 'fill.continue_qr' })} />
          )}
          <Input
            readOnly
            value={made.link}
            aria-label={intl.formatMessage({ id: 'fill.continue_link' })}
            onFocus={({ target }) => target.select()}
          />
        </>
      )}
      {!made && (
        <p role="status">
          <FormattedMessage id="fill.continue_making" />
        </p>
      )}
      <div className={parts.acts}>
        <button className={parts.plain} type="button" onClick={() => box.current?.close()}>
          <FormattedMessage id="fill.close" />
        </button>
        {link && (
          <button
            className={parts.primary}
            type="button"
            onClick={async () => setIsCopied(await copyText(link))}
          >
            <FormattedMessage id={isCopied ? 'fill.continue_copied' : 'fill.continue_copy'} />
          </button>
        )}
      </div>
    </dialog>
  );
}
