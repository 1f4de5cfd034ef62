import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { AccessReason } from '#lib/contract/access.ts';

/** A name inside a sentence: one of 255 characters must not be all of the sentence. */
const Name = styled.bdi`
  display: inline-block;
  overflow: hidden;
  max-width: min(32ch, 100%);
  text-overflow: ellipsis;
  vertical-align: bottom;
  white-space: nowrap;
`;

const named = (name: string) => <Name title={name}>{name}</Name>;

const THING_NAMED = {
  space: 'sharing.thing_space',
  folder: 'sharing.thing_folder',
  form: 'sharing.thing_form',
  item: 'sharing.thing_item',
} as const;

/** What gives a role, in words; of what the reader may not see, no name is told. */
function Source({ source }: Pick<AccessReason, 'source'>): ReactNode {
  const { kind, name } = source;
  if (source.is_this) return <FormattedMessage id="sharing.thing_this" />;
  if (name === null) {
    return <FormattedMessage id={kind === 'space' ? 'sharing.thing_hidden_space' : 'sharing.thing_hidden'} />;
  }
  const id = kind === 'space' || kind === 'folder' || kind === 'form' ? kind : 'item';
  return <FormattedMessage id={THING_NAMED[id]} values={{ name: named(name) }} />;
}

/** Why somebody may see a thing, as a part of a sentence. */
export function ReasonWords({ reason }: { reason: AccessReason }) {
  const { code, by } = reason;
  const id =
    (code === 'by_name' || code === 'link') && by
      ? (`sharing.reason_${code}_by` as const)
      : (`sharing.reason_${code}` as const);
  return (
    <FormattedMessage
      id={id}
      values={{ thing: <Source source={reason.source} />, by: by ? named(by) : null }}
    />
  );
}
