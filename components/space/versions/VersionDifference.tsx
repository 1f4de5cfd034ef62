import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color } from '#styles/tokens.ts';
import { textDifference } from './text-difference.ts';

const Text = styled.div`
  font-size: 15px;
  line-height: 1.7;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
  white-space: pre-wrap;

  ins {
    border-radius: 3px;
    background: ${color('successTint')};
    color: ${color('success')};
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  del {
    border-radius: 3px;
    background: ${color('errorTint')};
    color: ${color('error')};
  }
`;

const ELEMENTS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** What changed from one Markdown to another. */
export function VersionDifference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => textDifference(before, after), [before, after]);
  if (parts === null) return <FormattedMessage id="versions.too_different" />;
  if (before === after) return <FormattedMessage id="versions.same" />;
  return (
    <Text dir="auto">
      {parts.map(({ kind, text }, index) => {
        const Element = ELEMENTS[kind];
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no name of their own and don't move
        return <Element key={index}>{text}</Element>;
      })}
    </Text>
  );
}
