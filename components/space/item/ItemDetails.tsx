import type { ReactNode } from 'react';
import { FormattedDate, FormattedList, FormattedMessage, FormattedNumber } from 'react-intl';
import styled from 'styled-components';
import { ByteSize } from '#components/ui/ByteSize.tsx';
import { isKind } from '#components/ui/KindIcon.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { VisibilityChip } from '#components/ui/VisibilityChip.tsx';
import type { Item } from '#lib/contract/item.ts';
import { color, space } from '#styles/tokens.ts';

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(100px, max-content) minmax(0, 1fr);
  gap: ${space(3)} ${space(5)};

  dt {
    color: ${color('quiet')};
  }

  dd {
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
`;

const When = ({ value }: { value: string }) => (
  <time dateTime={value}>
    <FormattedDate value={value} dateStyle="long" timeStyle="short" />
  </time>
);

/** All metadata of an item. */
export default function ItemDetails({ item, onClose }: { item: Item; onClose: () => void }) {
  const facts: [ReactNode, ReactNode][] = [
    [
      <FormattedMessage key="" id="item.detail_kind" />,
      <FormattedMessage key="" id={`kind.${isKind(item.kind) ? item.kind : 'general'}`} />,
    ],
    [
      <FormattedMessage key="" id="item.detail_visibility" />,
      <VisibilityChip key="" visibility={item.effective_visibility} />,
    ],
  ];
  if (item.my_role) {
    facts.push([
      <FormattedMessage key="" id="item.detail_role" />,
      <FormattedMessage key="" id={`item.role_${item.my_role}`} />,
    ]);
  }
  if (item.file_name !== null) {
    facts.push(
      [<FormattedMessage key="" id="item.detail_file" />, <bdi key="">{item.file_name}</bdi>],
      [<FormattedMessage key="" id="item.detail_type" />, item.mime],
      [<FormattedMessage key="" id="item.detail_size" />, <ByteSize key="" bytes={item.size} />],
    );
  }
  if (item.source?.author)
    facts.push([<FormattedMessage key="" id="item.detail_author" />, <bdi key="">{item.source.author}</bdi>]);
  if (item.source && item.source.tags.length > 0)
    facts.push([
      <FormattedMessage key="" id="item.detail_tags" />,
      <FormattedList key="" value={item.source.tags} />,
    ]);
  facts.push(
    [<FormattedMessage key="" id="item.detail_created_by" />, <bdi key="">{item.created_by.name}</bdi>],
    [<FormattedMessage key="" id="item.detail_created" />, <When key="" value={item.created_at} />],
    [<FormattedMessage key="" id="item.detail_changed" />, <When key="" value={item.updated_at} />],
    [<FormattedMessage key="" id="item.detail_version" />, <FormattedNumber key="" value={item.version} />],
  );
  return (
    <Modal open onClose={onClose} title={<FormattedMessage id="item.details" />}>
      <List>
        {facts.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts have a fixed order
          <div key={index} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </List>
    </Modal>
  );
}
