import { Upload as UploadIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { byteSize } from '#components/ui/ByteSize.tsx';
import { below, color, radius, space } from '#styles/tokens.ts';

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 62px;
  margin: ${space(4)} 0;
  padding: ${space(2)} ${space(4)} ${space(2)} ${space(5)};
  border: 1px dashed ${color('frameLine')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > svg {
    flex: none;
    color: ${color('primary')};
  }

  > p {
    flex: 1;
    min-width: 0;
    color: ${color('quiet')};
  }

  button {
    vertical-align: baseline;
  }

  ${below('md')} {
    justify-content: flex-end;
    min-height: 0;
    margin: ${space(1)} 0;
    padding: 0;
    border: 0;
    background: none;

    > svg,
    > p {
      display: none;
    }
  }
`;

const Plain = styled(Bar)`
  justify-content: flex-end;
  min-height: 0;
  padding: 0;
  border: 0;
  background: none;
`;

type DropBarProps = {
  /** Null where the user may not add files. */
  onChoose: (() => void) | null;
  /** Size limit of a file in bytes; null if unknown. */
  maxBytes: number | null;
  /** At its end: sorting and filters. */
  children: ReactNode;
};

/** States that files can be dropped, and offers a file dialog. */
export function DropBar({ onChoose, maxBytes, children }: DropBarProps) {
  const intl = useIntl();
  if (!onChoose) return <Plain>{children}</Plain>;
  const choose = (chunks: ReactNode) => (
    <Button variant="link" onClick={onChoose}>
      {chunks}
    </Button>
  );
  const types = intl.formatMessage({ id: 'upload.types' });
  return (
    <Bar>
      <UploadIcon aria-hidden size={20} strokeWidth={1.75} />
      <p>
        {maxBytes === null ? (
          <FormattedMessage id="upload.drop_unlimited" values={{ choose, types }} />
        ) : (
          <FormattedMessage id="upload.drop" values={{ choose, types, size: byteSize(intl, maxBytes) }} />
        )}
      </p>
      {children}
    </Bar>
  );
}
