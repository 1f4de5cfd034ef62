import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import { TextAreaField } from '#components/ui/Field.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import { space } from '#styles/tokens.ts';
import { embedFrame, embedScript } from './embed-code.ts';

const Code = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space(2)};

  > div {
    width: 100%;
  }

  textarea {
    font-family: ui-monospace, SFMono-Regular, Menlo, monospace;
    font-size: 13px;
  }
`;

type EmbedCodesProps = { slug: string; origins: readonly string[]; visibility: Visibility };

/** Ways to embed a form: a script that adapts the height, or a plain frame. */
export function EmbedCodes({ slug, origins, visibility }: EmbedCodesProps) {
  const { publicUrl } = useShell().config;
  const { title } = useDraft().content;
  return (
    <>
      {origins.length === 0 && (
        <Notice tone="warning">
          <FormattedMessage id="form_share.embed_nowhere" />
        </Notice>
      )}
      {visibility !== 'public' && (
        <Notice tone="warning">
          <FormattedMessage id="form_share.embed_not_public" />
        </Notice>
      )}
      <CodeField kind="script" code={embedScript(publicUrl, slug)} />
      <CodeField kind="frame" code={embedFrame(publicUrl, slug, title)} />
    </>
  );
}

function CodeField({ kind, code }: { kind: 'script' | 'frame'; code: string }) {
  const intl = useIntl();
  const [copied, setCopied] = useState(false);
  const label = intl.formatMessage({ id: `form_share.embed_${kind}` });
  const action = intl.formatMessage({ id: copied ? 'copy_link.done' : 'copy_link.copy' });
  return (
    <Code>
      <TextAreaField
        label={label}
        help={<FormattedMessage id={`form_share.embed_${kind}_help`} />}
        required
        readOnly
        dir="ltr"
        rows={3}
        spellCheck={false}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        size="small"
        icon={copied ? Check : Copy}
        aria-label={`${action}: ${label}`}
        onClick={() => void copyText(code).then(setCopied)}
      >
        {action}
      </Button>
      <VisuallyHidden aria-live="polite">
        {copied && <FormattedMessage id="form_share.code_copied" />}
      </VisuallyHidden>
    </Code>
  );
}
