import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { copyText } from '#components/common/copy-text.ts';
import { Input } from '#components/common/Field.tsx';
import { VisuallyHidden } from '#components/common/VisuallyHidden.tsx';
import { space } from '#styles/tokens.ts';

const Line = styled.div`
  display: flex;
  gap: ${space(2)};
  min-width: 0;

  > input {
    flex: 1;
    min-width: 0;
  }
`;

/** A link to be handed over: to be read, selected, and copied by a button. */
export function CopyLink({ link, label }: { link: string; label: string }) {
  const intl = useIntl();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 4000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    // Where the browser refuses, the link stands there selected.
    field.current?.select();
    setCopied(await copyText(link));
  };
  return (
    <Line>
      <Input
        ref={field}
        readOnly
        dir="ltr"
        value={link}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        size="large"
        icon={copied ? Check : Copy}
        aria-label={intl.formatMessage({ id: 'people.copy_label' }, { label })}
        onClick={() => void copy()}
      >
        <FormattedMessage id={copied ? 'people.copied' : 'people.copy'} />
      </Button>
      <VisuallyHidden aria-live="polite">
        {copied && <FormattedMessage id="people.copied_link" />}
      </VisuallyHidden>
    </Line>
  );
}
