import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { applyTheme } from '#components/layout/appearance-cookies.ts';
import { Section } from '#components/ui/Section.tsx';
import { type ThemeChoice, useShell } from '#context/ShellContext.tsx';
import { CONTROL, color, radius, space } from '#styles/tokens.ts';

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const;
const CHOICES = ['light', 'dark', 'system'] as const;

const Group = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(140px, 1fr));
  gap: ${space(3)};
`;

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: ${CONTROL.large}px;
  padding: 0 ${space(4)};
  border: 1px solid ${color('fieldLine')};
  border-radius: ${radius('control')};
  font-weight: 500;
  cursor: pointer;

  &:has(:checked) {
    border-color: ${color('primary')};
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  &:has(:focus-visible) {
    outline: 2px solid ${color('primary')};
    outline-offset: 1px;
  }

  > input {
    position: absolute;
    opacity: 0;
  }
`;

/** Light, dark, or the system's theme; stored in this browser. */
export function AppearanceSection() {
  const intl = useIntl();
  const { theme: storedTheme } = useShell();
  const [theme, setTheme] = useState<ThemeChoice>(storedTheme);
  return (
    <Section
      title={<FormattedMessage id="profile.theme" />}
      text={<FormattedMessage id="profile.theme_text" />}
    >
      <Group role="radiogroup" aria-label={intl.formatMessage({ id: 'profile.theme' })}>
        {CHOICES.map((choice) => {
          const Icon = ICONS[choice];
          return (
            <Choice key={choice}>
              <input
                type="radio"
                name="theme"
                value={choice}
                checked={theme === choice}
                onChange={() => {
                  setTheme(choice);
                  applyTheme(choice);
                }}
              />
              <Icon aria-hidden size={17} strokeWidth={1.75} />
              <FormattedMessage id={`theme.${choice}`} />
            </Choice>
          );
        })}
      </Group>
    </Section>
  );
}
