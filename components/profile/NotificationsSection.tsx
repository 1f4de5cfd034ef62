import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ChoiceField } from '#components/ui/ChoiceField.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Columns, Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type {
  NotificationChoice,
  NotificationSetting,
  NotificationSettings,
} from '#lib/contract/notification.ts';
import { changeNotificationSettings } from '#services/notifications.ts';

const SETTINGS = [
  'mentioned',
  'task',
  'replied',
  'commented',
  'access',
  'decided',
  'shared',
  'joined',
] as const;

/** A link to it leads below the header, which stays. */
const Place = styled.div`
  scroll-margin-top: 100px;
`;

/** What somebody is notified of, and what of it is mailed. */
export function NotificationsSection({ first, hasMail }: { first: NotificationSettings; hasMail: boolean }) {
  const intl = useIntl();
  const toast = useToast();
  const [settings, setSettings] = useState(first);

  const choose = async (setting: NotificationSetting, choice: NotificationChoice) => {
    const before = settings;
    const changes = { [setting]: choice };
    setSettings({ ...settings, ...changes });
    try {
      await changeNotificationSettings(changes);
    } catch (error) {
      setSettings(before);
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  return (
    <Place id="notifications">
      <Section
        title={<FormattedMessage id="notification_settings.title" />}
        text={<FormattedMessage id="notification_settings.text" />}
      >
        <Columns>
          {SETTINGS.map((setting) => {
            const byMail = hasMail && setting !== 'access';
            const shown = settings[setting] === 'mail' && !byMail ? 'app' : settings[setting];
            const choices: NotificationChoice[] = byMail ? ['mail', 'app', 'off'] : ['app', 'off'];
            return (
              <ChoiceField
                key={setting}
                required
                label={<FormattedMessage id={`notification_settings.${setting}`} />}
                choices={choices}
                value={shown}
                textOf={(choice) => intl.formatMessage({ id: `notification_settings.choice_${choice}` })}
                onChoose={(choice) => void choose(setting, choice)}
              />
            );
          })}
        </Columns>
      </Section>
    </Place>
  );
}
