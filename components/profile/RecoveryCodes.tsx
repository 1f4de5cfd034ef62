import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import { Notice } from '#components/ui/Notice.tsx';
import { SaveRow } from '#components/ui/Section.tsx';
import { color, radius, space } from '#styles/tokens.ts';

const Stack = styled.div`
  display: grid;
  gap: ${space(4)};
`;

const Codes = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(160px, 1fr));
  gap: ${space(2)} ${space(4)};
  padding: ${space(4)};
  border-radius: ${radius('control')};
  background: ${color('page')};
  font-family: ui-monospace, Menlo, Consolas, monospace;
  font-variant-numeric: tabular-nums;
  list-style: none;
`;

const DownloadLink = styled.a`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 40px;
  padding: 0 ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  color: ${color('text')};
  font-weight: 500;

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }
`;

/** Twelve digits in three groups: easier to copy by hand, and accepted with or without the blanks. */
export const grouped = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ');

type RecoveryCodesProps = { codes: readonly string[]; email: string; onDone: () => void };

/** Recovery codes, shown only once: to copy, to download, to write down. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const intl = useIntl();
  const [copied, setCopied] = useState(false);
  const text = codes.map(grouped).join('\n');
  const heading = intl.formatMessage({ id: 'second_factor.file_heading' }, { email });
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${heading}\n\n${text}\n`)}`;

  return (
    <Stack>
      <Notice tone="warning">
        <FormattedMessage id="second_factor.codes_text" />
      </Notice>
      <Codes>
        {codes.map((code) => (
          <li key={code}>{grouped(code)}</li>
        ))}
      </Codes>
      <SaveRow>
        <Button icon={copied ? Check : Copy} onClick={() => void copyText(text).then(setCopied)}>
          <FormattedMessage id={copied ? 'second_factor.copied' : 'second_factor.copy'} />
        </Button>
        <DownloadLink href={file} download="hubkeep-recovery-codes.txt">
          <Download aria-hidden size={17} strokeWidth={1.75} />
          <FormattedMessage id="second_factor.download" />
        </DownloadLink>
        <Button variant="primary" onClick={onDone}>
          <FormattedMessage id="second_factor.done" />
        </Button>
      </SaveRow>
    </Stack>
  );
}
