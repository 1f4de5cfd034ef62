import { Fragment, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { ByteSize } from '#components/ui/ByteSize.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { Item } from '#lib/contract/item.ts';
import { color } from '#styles/tokens.ts';

const Line = styled.p`
  color: ${color('quiet')};
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`;

/** The line under the title: author, time, and size. */
export function ItemMeta({ item, minutes }: { item: Item; minutes: number | null }) {
  const { created_by: author, updated_at: changed, counts, size } = item;
  const facts: ReactNode[] = [
    author.name && <FormattedMessage id="item.by" values={{ name: <bdi>{author.name}</bdi> }} />,
    <FormattedMessage
      key="changed"
      id={author.name ? 'item.changed' : 'item.changed_alone'}
      values={{ time: <RelativeTime value={changed} /> }}
    />,
    counts.pages !== undefined && <FormattedMessage id="item.pages" values={{ count: counts.pages }} />,
    counts.slides !== undefined && <FormattedMessage id="item.slides" values={{ count: counts.slides }} />,
    counts.rows !== undefined && <FormattedMessage id="item.rows" values={{ count: counts.rows }} />,
    minutes !== null && <FormattedMessage id="item.minutes" values={{ count: minutes }} />,
    item.file_name !== null && <ByteSize bytes={size} />,
  ].filter(Boolean);
  return (
    <Line>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts have a fixed order
        <Fragment key={index}>
          {index > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </Line>
  );
}
