import NextLink from 'next/link';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { AccessReason } from '#lib/contract/access.ts';
import { groupPath } from './people-view.ts';

/** A name inside a sentence, truncated: it may have 255 characters. */
const Name = styled.bdi`
  display: inline-block;
  overflow: hidden;
  max-width: min(32ch, 100%);
  text-overflow: ellipsis;
  vertical-align: bottom;
  white-space: nowrap;
`;

const named = (name: string) => <Name title={name}>{name}</Name>;

const RESOURCE_MESSAGES = {
  space: 'sharing.resource_space',
  folder: 'sharing.resource_folder',
  form: 'sharing.resource_form',
  item: 'sharing.resource_item',
} as const;

/** The source of a role as text; without its name if the reader may not see it. */
function Source({
  source,
  handle,
}: Pick<AccessReason, 'source'> & { handle?: string | undefined }): ReactNode {
  const { kind, name } = source;
  if (source.is_this) return <FormattedMessage id="sharing.resource_this" />;
  if (name === null) {
    return (
      <FormattedMessage id={kind === 'space' ? 'sharing.resource_hidden_space' : 'sharing.resource_hidden'} />
    );
  }
  const id = kind === 'space' || kind === 'folder' || kind === 'form' ? kind : 'item';
  const path = handle ? pathOf(handle, source) : null;
  return (
    <FormattedMessage
      id={RESOURCE_MESSAGES[id]}
      values={{ name: path ? <NextLink href={path}>{named(name)}</NextLink> : named(name) }}
    />
  );
}

/** The page on which a role from a space, a folder or a form can be changed. */
function pathOf(handle: string, { kind, id, space_slug }: AccessReason['source']): string | null {
  if (space_slug === null) return null;
  const space = `/${handle}/${space_slug}`;
  if (kind === 'space') return `${space}/people`;
  return kind === 'form' ? `${space}/forms/${id}` : `${space}/${id}`;
}

/** The name of a group, with the hub's handle as a link to it. */
function GroupName({ id, name, handle }: { id: string; name: string; handle: string | undefined }) {
  return handle ? <NextLink href={groupPath(handle, id)}>{named(name)}</NextLink> : named(name);
}

/** Identifies a reason among those of one person. */
export const reasonKey = ({ code, source, group }: AccessReason) => `${code}${source.id}${group?.id ?? ''}`;

type AccessReasonTextProps = {
  reason: AccessReason;
  handle?: string;
  /** The view of the table that a link shows, and no more. */
  view?: { id: string; name: string } | null;
};

/** Where a view is seen by those who may see its table. */
const viewAddress = (handle: string, { source }: AccessReason, { id }: { id: string }) =>
  `/${handle}/~/${source.id}?view=${encodeURIComponent(id)}`;

/** Why a user has access to a resource, as a part of a sentence; with the hub's handle, it links to the source. */
export function AccessReasonText({ reason, handle, view = null }: AccessReasonTextProps) {
  const { code, by, group } = reason;
  if (view)
    return (
      <FormattedMessage
        id="sharing.reason_view_link"
        values={{
          view: handle ? (
            <NextLink href={viewAddress(handle, reason, view)}>{named(view.name)}</NextLink>
          ) : (
            named(view.name)
          ),
          by: by ? named(by) : null,
          has_name: by ? 'yes' : 'no',
        }}
      />
    );
  const id =
    (code === 'by_name' || code === 'link') && by
      ? (`sharing.reason_${code}_by` as const)
      : (`sharing.reason_${code}` as const);
  return (
    <FormattedMessage
      id={id}
      values={{
        source: <Source source={reason.source} handle={handle} />,
        by: by ? named(by) : null,
        group: group?.name ? <GroupName id={group.id} name={group.name} handle={handle} /> : null,
        has_group: group?.name ? 'yes' : 'no',
      }}
    />
  );
}
