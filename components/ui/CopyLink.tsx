import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { space } from '#styles/tokens.ts';
import { Button } from './Button.tsx';
import { Input } from './control.ts';
import { copyText } from './copy-text.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(1)};

  > label {
    font-weight: 500;
    overflow-wrap: anywhere;
  }
`;

const Line = styled.div`
  display: flex;
  gap: ${space(2)};
  min-width: 0;

  > input {
    flex: 1;
    min-width: 0;
  }
`;

type CopyLinkProps = {
  link: string;
  label: string;
  /** True where no visible text beside it names the link. */
  labelShown?: boolean;
};

/** A link to share: it can be read, selected, and copied by a button. */
export function CopyLink({ link, label, labelShown = false }: CopyLinkProps) {
  const intl = useIntl();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 4000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    // Where the browser refuses, the link is selected for copying by hand.
    field.current?.select();
    setCopied(await copyText(link));
  };
  const action = intl.formatMessage({ id: copied ? 'copy_link.done' : 'copy_link.copy' });
  return (
    <Box>
      {labelShown && <label htmlFor={id}>{label}</label>}
      <Line>
        <Input
          ref={field}
          id={id}
          readOnly
          dir="ltr"
          value={link}
          aria-label={labelShown ? undefined : label}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          size="large"
          icon={copied ? Check : Copy}
          aria-label={`${action}: ${label}`}
          onClick={() => void copy()}
        >
          {action}
        </Button>
        <VisuallyHidden aria-live="polite">
          {copied && <FormattedMessage id="copy_link.copied" />}
        </VisuallyHidden>
      </Line>
    </Box>
  );
}
