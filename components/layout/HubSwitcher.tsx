import { ChevronsUpDown, Plus, Settings } from 'lucide-react';
import { useRouter } from 'next/router';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { useGuardedNavigation } from '#components/ui/guarded-navigation.ts';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { activateHub } from '#services/account.ts';
import { color, MOTION, radius, space } from '#styles/tokens.ts';

const Wrap = styled.div`
  flex: 1;
  min-width: 0;

  > div {
    display: block;
  }
`;

const Switch = styled.button<{ $collapsed: boolean }>`
  display: flex;
  align-items: center;
  justify-content: ${({ $collapsed }) => ($collapsed ? 'center' : 'flex-start')};
  gap: ${space(3)};
  width: 100%;
  padding: ${space(2)};
  border: 0;
  border-radius: ${radius('control')};
  background: none;
  text-align: left;
  transition: background ${MOTION};

  &:hover {
    background: ${color('hover')};
  }

  > svg {
    flex: none;
    color: ${color('quiet')};
  }
`;

const Name = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Two lines of a long name distinguish it from others; the whole name is available on hover and to screen readers. */
const EntryName = styled.bdi`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

/** The current hub in the sidebar, and a menu to switch to others. */
export function HubSwitcher({ collapsed }: { collapsed: boolean }) {
  const intl = useIntl();
  const router = useRouter();
  const navigate = useGuardedNavigation();
  const toast = useToast();
  const { user, updateUser } = useAuth();
  const { hub } = useShell();
  const name = hub?.name ?? intl.formatMessage({ id: 'layout.no_hub' });

  const open = async (handle: string) => {
    try {
      updateUser((await activateHub(handle)).data);
      await router.push(`/${handle}`);
    } catch {
      toast({ tone: 'error', text: <FormattedMessage id="layout.switch_hub_failed" /> });
    }
  };

  const entries: MenuEntry[] = [
    { heading: <FormattedMessage id="layout.switch_hub" /> },
    ...(user?.organization_list ?? []).map((other) => ({
      label: <EntryName title={other.name}>{other.name}</EntryName>,
      mark: <Avatar name={other.name} seed={other.id} size={24} square />,
      checked: other.id === hub?.id,
      onSelect: () => navigate(`/${other.domain_handle}`, () => open(other.domain_handle)),
    })),
    { separator: true },
    ...(hub
      ? [
          {
            label: <FormattedMessage id="layout.hub_settings" />,
            icon: Settings,
            href: `/${hub.domain_handle}/settings`,
          },
        ]
      : []),
    { label: <FormattedMessage id="layout.create_hub" />, icon: Plus, href: '/create-hub' },
  ];

  return (
    <Wrap>
      <Menu entries={entries}>
        {(trigger) => (
          <Switch
            {...trigger}
            type="button"
            $collapsed={collapsed}
            aria-label={`${name}, ${intl.formatMessage({ id: 'layout.switch_hub' })}`}
            title={collapsed ? name : undefined}
          >
            <Avatar name={name} seed={hub?.id ?? name} size={40} square />
            {!collapsed && (
              <>
                <Name>{name}</Name>
                <ChevronsUpDown aria-hidden size={16} strokeWidth={1.75} />
              </>
            )}
          </Switch>
        )}
      </Menu>
    </Wrap>
  );
}
