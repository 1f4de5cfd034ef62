'use no memo';

import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { Input } from '#components/common/control.ts';
import { copyText } from '#components/common/copy-text.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { FormattedMessage, useIntl } from './fill-words.ts';
import { Acts, Note, PlainButton, PrimaryButton } from './parts.ts';

const Box = styled.dialog`
  width: min(440px, calc(100vw - 32px));
  padding: ${space(7)};
  border: 0;
  border-radius: ${radius('card')};
  background: ${color('raised')};
  color: ${color('text')};
  box-shadow: ${SHADOW.floating};

  &::backdrop {
    background: ${color('shade')};
  }

  h2 {
    font-size: 20px;
  }

  p {
    margin: ${space(3)} 0 ${space(5)};
    color: ${color('quiet')};
    font-size: 14px;
  }

  ${below('sm')} {
    width: 100vw;
    max-width: none;
    margin: auto 0 0;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`;

const Code = styled.img`
  width: 200px;
  height: 200px;
  margin: 0 auto ${space(5)};
  padding: ${space(2)};
  border-radius: ${radius('control')};
  /* Cameras read dark on light. */
  background: #fff;
`;

/** What making the link came to. */
export type MadeLink = { link: string; days: number } | { problem: string };

type Props = { make(): Promise<MadeLink>; onClose(): void };

/** Hands what is filled in to another device: a link that holds its key where no log sees it, also as a picture. */
export function ContinueElsewhere({ make, onClose }: Props) {
  const intl = useIntl();
  const box = useRef<HTMLDialogElement>(null);
  const making = useRef(make);
  const [made, setMade] = useState<MadeLink | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    box.current?.showModal();
    let isOpen = true;
    const begin = async () => {
      const next = await making.current();
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
    <Box ref={box} aria-labelledby="continue-title" onClose={onClose}>
      <h2 id="continue-title">
        <FormattedMessage id="fill.continue" />
      </h2>
      {made && 'problem' in made && (
        <p>
          <Note $tone="error" role="alert">
            {intl.formatMessage({ id: 'fill.continue_failed' }, { reason: made.problem })}
          </Note>
        </p>
      )}
      {made && 'link' in made && (
        <>
          <p>{intl.formatMessage({ id: 'fill.continue_text' }, { days: made.days })}</p>
          {code && <Code src={code} alt={intl.formatMessage({ id: 'fill.continue_qr' })} />}
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
      <Acts>
        <PlainButton type="button" onClick={() => box.current?.close()}>
          <FormattedMessage id="fill.close" />
        </PlainButton>
        {link && (
          <PrimaryButton type="button" onClick={async () => setIsCopied(await copyText(link))}>
            <FormattedMessage id={isCopied ? 'fill.continue_copied' : 'fill.continue_copy'} />
          </PrimaryButton>
        )}
      </Acts>
    </Box>
  );
}
