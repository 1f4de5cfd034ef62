import NextLink from 'next/link';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { isKind, KindIcon } from '#components/ui/KindIcon.tsx';
import type { GroupGrants, HubGroup } from '#lib/contract/group.ts';
import { color, space } from '#styles/tokens.ts';
import { useGroupGrants } from './use-group-grants.ts';

const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};

  > h3 {
    font-size: 14px;
  }

  > p {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

type Grant = GroupGrants['grants'][number];

function pathOf(handle: string, { kind, id, space_slug }: Grant): string {
  const spacePath = `/${handle}/${space_slug}`;
  if (kind === 'space') return spacePath;
  return kind === 'form' ? `${spacePath}/forms/${id}` : `${spacePath}/${id}`;
}

/** Where a group was added, with its role there; places that the user may not see are counted. */
export function GroupGrantList({ handle, group }: { handle: string; group: Pick<HubGroup, 'id'> }) {
  const titleId = useId();
  const { data, error, isFetching, refetch } = useGroupGrants(handle, group.id);
  return (
    <Part aria-labelledby={titleId}>
      <h3 id={titleId}>
        <FormattedMessage id="groups.grants_title" />
      </h3>
      {error && (
        <ErrorState message={failureText(error)} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {data && data.grants.length > 0 && (
        <EntryList $framed aria-labelledby={titleId}>
          {data.grants.map((grant) => (
            <EntryRow
              key={grant.id}
              mark={
                isKind(grant.kind) ? (
                  <KindIcon kind={grant.kind} labelled />
                ) : (
                  <Avatar name={grant.name} seed={grant.id} size={36} square />
                )
              }
              name={
                <NextLink href={pathOf(handle, grant)} title={grant.name}>
                  <bdi>{grant.name}</bdi>
                </NextLink>
              }
              actions={<FormattedMessage id={`sharing.role_${grant.role}`} />}
            />
          ))}
        </EntryList>
      )}
      {data && data.grants.length === 0 && data.others === 0 && (
        <p>
          <FormattedMessage id="groups.grants_none" />
        </p>
      )}
      {data && data.others > 0 && (
        <p>
          <FormattedMessage id="groups.grants_others" values={{ count: data.others }} />
        </p>
      )}
    </Part>
  );
}
