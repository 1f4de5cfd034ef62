import { Plus } from 'lucide-react';
import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/common/Avatar.tsx';
import { VisibilityIcon } from '#components/common/VisibilityChip.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { color, from, radius, space } from '#styles/tokens.ts';
import { Links, Place } from './SidebarPlace.tsx';

const Heading = styled.div<{ $collapsed: boolean }>`
  display: flex;
  align-items: center;
  justify-content: ${({ $collapsed }) => ($collapsed ? 'center' : 'space-between')};
  padding: ${space(4)} 0 ${space(1)} ${({ $collapsed }) => ($collapsed ? '0' : space(3))};

  > h2 {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
    letter-spacing: 0;
  }
`;

const Plain = styled.p`
  padding: ${space(2)} ${space(3)};
  color: ${color('quiet')};
  font-size: 13px;
`;

const PlusLink = styled(NextLink)`
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: ${radius('chip')};
  color: ${color('quiet')};

  ${from('md')} {
    margin-right: ${space(1)};
  }

  &:hover {
    background: ${color('hover')};
    color: ${color('text')};
  }
`;

function NewSpace({ href, label }: { href: string; label: string }) {
  return (
    <PlusLink href={href} prefetch={false} aria-label={label} title={label}>
      <Plus aria-hidden size={17} strokeWidth={1.75} />
    </PlusLink>
  );
}

type SidebarSpacesProps = {
  /** The hub's address. */
  base: string;
  /** Of the page that is open. */
  path: string;
  collapsed: boolean;
};

/** The hub's spaces in the sidebar, and the way to a new one. */
export function SidebarSpaces({ base, path, collapsed }: SidebarSpacesProps) {
  const intl = useIntl();
  const { spaces } = useShell();
  const isHere = (href: string) => path === href || path.startsWith(`${href}/`);
  return (
    <>
      <Heading $collapsed={collapsed}>
        {!collapsed && (
          <h2>
            <FormattedMessage id="layout.spaces" />
          </h2>
        )}
        <NewSpace href={`${base}?new=space`} label={intl.formatMessage({ id: 'layout.new_space' })} />
      </Heading>
      {spaces.length === 0 && !collapsed && (
        <Plain>
          <FormattedMessage id="layout.no_spaces" />
        </Plain>
      )}
      <Links>
        {spaces.map((spaceOf) => (
          <Place
            key={spaceOf.id}
            href={`${base}/${spaceOf.slug}`}
            current={isHere(`${base}/${spaceOf.slug}`)}
            collapsed={collapsed}
            mark={<Avatar name={spaceOf.name} seed={spaceOf.id} size={collapsed ? 28 : 20} square />}
            words={spaceOf.name}
            aside={<VisibilityIcon visibility={spaceOf.visibility} />}
          />
        ))}
      </Links>
    </>
  );
}
