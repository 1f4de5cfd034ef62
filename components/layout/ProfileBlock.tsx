import { LogOut, Monitor, Moon, PenLine, Settings, Sun, UserRound } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useSignOut } from '#components/auth/SignOut.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { type ThemeChoice, useShell } from '#context/ShellContext.tsx';
import type { User } from '#services/account.ts';
import { color, MOTION, space } from '#styles/tokens.ts';
import { applyTheme } from './appearance-cookies.ts';

const Block = styled.div`
  flex: none;
  border-top: 1px solid ${color('line')};

  > div {
    display: block;
  }
`;

const Person = styled.button<{ $collapsed: boolean }>`
  display: flex;
  align-items: center;
  justify-content: ${({ $collapsed }) => ($collapsed ? 'center' : 'flex-start')};
  gap: ${space(3)};
  width: 100%;
  min-height: 66px;
  padding: 0 ${space(5)};
  border: 0;
  background: none;
  text-align: left;
  transition: background ${MOTION};

  &:hover {
    background: ${color('hover')};
  }

  &:focus-visible {
    outline-offset: -3px;
  }

  > svg {
    flex: none;
    color: ${color('quiet')};
  }
`;

const Names = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;

  > span {
    overflow: hidden;
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > span + span {
    color: ${color('quiet')};
    font-size: 12.5px;
    font-weight: 400;
  }
`;

const THEMES = { light: Sun, dark: Moon, system: Monitor } as const;
const THEME_NAMES = ['light', 'dark', 'system'] as const;

/** The display name of a user; the address where there is no name yet. */
export const fullName = (user: Pick<User, 'first_name' | 'last_name' | 'email'>) =>
  `${user.first_name} ${user.last_name}`.trim() || user.email;

/** The user at the bottom of the sidebar: profile, appearance, signing out. */
export function ProfileBlock({ collapsed }: { collapsed: boolean }) {
  const intl = useIntl();
  const signOut = useSignOut();
  const { viewer, theme: storedTheme } = useShell();
  const { user } = useAuth();
  const [theme, setTheme] = useState(storedTheme);
  const person = user ?? viewer;
  if (!person) return null;

  const choose = (choice: ThemeChoice) => {
    setTheme(choice);
    applyTheme(choice);
  };

  const entries: MenuEntry[] = [
    { label: <FormattedMessage id="layout.profile" />, icon: UserRound, href: '/profile' },
    { label: <FormattedMessage id="drafts.title" />, icon: PenLine, href: '/drafts' },
    { separator: true },
    { heading: <FormattedMessage id="layout.theme" /> },
    ...THEME_NAMES.map((choice) => ({
      label: <FormattedMessage id={`theme.${choice}`} />,
      icon: THEMES[choice],
      checked: theme === choice,
      onSelect: () => choose(choice),
    })),
    { separator: true },
    { label: <FormattedMessage id="layout.sign_out" />, icon: LogOut, onSelect: () => void signOut() },
  ];
  const name = fullName(person);

  return (
    <Block>
      <Menu entries={entries} side="above">
        {(trigger) => (
          <Person
            {...trigger}
            type="button"
            $collapsed={collapsed}
            aria-label={collapsed ? `${name}, ${intl.formatMessage({ id: 'layout.account' })}` : undefined}
          >
            <Avatar name={name} seed={person.id} src={person.avatar_url} size={32} />
            {!collapsed && (
              <>
                <Names>
                  <span>{name}</span>
                  <span>{person.email}</span>
                </Names>
                <VisuallyHidden>, {intl.formatMessage({ id: 'layout.account' })}</VisuallyHidden>
                <Settings aria-hidden size={17} strokeWidth={1.75} />
              </>
            )}
          </Person>
        )}
      </Menu>
    </Block>
  );
}
