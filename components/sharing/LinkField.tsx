import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { copyText } from '#components/common/copy-text.ts';
import { Field, Input } from '#components/common/Field.tsx';
import { space } from '#styles/tokens.ts';

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(2)};
`;

/** An address to be handed over: to be read, selected, or copied. */
export function LinkField({ label, value }: { label: ReactNode; value: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <Field label={label} required>
      {({ 'aria-required': _, ...control }) => (
        <Row>
          <Input {...control} readOnly value={value} onFocus={(event) => event.target.select()} />
          <Button icon={copied ? Check : Copy} onClick={async () => setCopied(await copyText(value))}>
            <span role="status">
              <FormattedMessage id={copied ? 'sharing.copied' : 'sharing.copy'} />
            </span>
          </Button>
        </Row>
      )}
    </Field>
  );
}
