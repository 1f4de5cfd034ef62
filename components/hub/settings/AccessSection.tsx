import { FormattedMessage } from 'react-intl';
import { VisibilityChoice } from '#components/auth/VisibilityChoice.tsx';
import { CheckSetting } from '#components/ui/CheckSetting.tsx';
import { TextAreaField } from '#components/ui/Field.tsx';
import { Section } from '#components/ui/Section.tsx';
import type { HubFormControl } from './use-hub-form.ts';

/** Who sees the hub, who joins it without being invited, and what members may create. */
export function AccessSection({ form, choices, choose }: HubFormControl) {
  return (
    <Section title={<FormattedMessage id="hub_settings.access" />}>
      <VisibilityChoice value={choices.visibility} onChange={(visibility) => choose({ visibility })} />
      <TextAreaField
        {...form.bind('join_domains')}
        label={<FormattedMessage id="hub_settings.join_domains" />}
        help={<FormattedMessage id="hub_settings.join_domains_help" />}
        rows={3}
        spellCheck={false}
        autoCapitalize="none"
      />
      <CheckSetting
        label={<FormattedMessage id="hub_settings.members_create_spaces" />}
        help={<FormattedMessage id="hub_settings.members_create_spaces_help" />}
        checked={choices.members_create_spaces}
        onChange={(members_create_spaces) => choose({ members_create_spaces })}
      />
      <CheckSetting
        label={<FormattedMessage id="hub_settings.allow_indexing" />}
        help={<FormattedMessage id="hub_settings.allow_indexing_help" />}
        checked={choices.allow_indexing}
        onChange={(allow_indexing) => choose({ allow_indexing })}
      />
    </Section>
  );
}
