import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AccessReason } from '#lib/contract/access.ts';

/** What gives a role, in words; of what the reader may not see, no name is told. */
function Source({ source }: Pick<AccessReason, 'source'>): ReactNode {
  if (source.is_this) return <FormattedMessage id="sharing.thing_this" />;
  if (source.name === null) {
    return (
      <FormattedMessage
        id={source.kind === 'space' ? 'sharing.thing_hidden_space' : 'sharing.thing_hidden'}
      />
    );
  }
  const id =
    source.kind === 'space'
      ? 'sharing.thing_space'
      : source.kind === 'folder'
        ? 'sharing.thing_folder'
        : source.kind === 'form'
          ? 'sharing.thing_form'
          : 'sharing.thing_item';
  return <FormattedMessage id={id} values={{ name: <bdi>{source.name}</bdi> }} />;
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
      values={{ thing: <Source source={reason.source} />, by: by ? <bdi>{by}</bdi> : null }}
    />
  );
}
