import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { VisibilityIcon } from '#components/ui/VisibilityChip.tsx';
import type { DirectoryPerson, DirectorySpace } from '#lib/contract/directory.ts';
import { color } from '#styles/tokens.ts';

const Line = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;

  > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > bdi:first-child {
    color: ${color('text')};
    font-weight: 600;
  }

  > bdi:nth-child(2) {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** A space as a search result. */
export function DirectorySpaceRow({ space }: { space: DirectorySpace }) {
  const { id, name, description, visibility } = space;
  return (
    <>
      <Avatar name={name} seed={id} size={28} square />
      <Line>
        <bdi title={name}>{name}</bdi>
        {description && <bdi>{description}</bdi>}
      </Line>
      <VisibilityIcon visibility={visibility} />
    </>
  );
}

/** A member of the hub as a search result. */
export function DirectoryPersonRow({ person }: { person: DirectoryPerson }) {
  const { id, name, email, avatar_url } = person;
  return (
    <>
      <Avatar name={name} seed={id} src={avatar_url} size={28} />
      <Line>
        <bdi title={name}>{name}</bdi>
        {email !== name && <bdi>{email}</bdi>}
      </Line>
    </>
  );
}
