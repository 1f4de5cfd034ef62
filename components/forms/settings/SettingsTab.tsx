import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { knownLanguages } from '#components/forms/translate/known-languages.ts';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { Columns, Section, Sections } from '#components/ui/Section.tsx';
import { HIDDEN_VALUES, SPAM_MODES } from '#lib/contract/form-settings.ts';
import { DestinationSection } from './DestinationSection.tsx';
import { MailNotices } from './MailNotices.tsx';
import { SettingStateNote } from './SettingStateNote.tsx';
import {
  CountrySetting,
  FlagSetting,
  LanguageSetting,
  LinesSetting,
  MomentSetting,
  NumberSetting,
  RetentionSetting,
  TextSetting,
  TimeZoneSetting,
} from './setting-fields.tsx';
import { useSetting } from './use-setting.tsx';
import { WebhooksSection } from './WebhooksSection.tsx';

const labels = (name: Parameters<typeof labelId>[0]) => ({
  label: <FormattedMessage id={labelId(name)} />,
  help: <FormattedMessage id={`form_settings.${name}_help`} />,
});
const labelId = (name: SettingName) => `form_settings.${name}` as const;

type SettingName =
  | 'opens_at'
  | 'closes_at'
  | 'max_submissions'
  | 'one_per_person'
  | 'confirmation'
  | 'editable'
  | 'notify'
  | 'listed'
  | 'embed_origins'
  | 'language'
  | 'time_zone'
  | 'country'
  | 'retention_days'
  | 'receipt_field';

/** The form's settings besides its fields. Each change takes effect immediately, without publishing. */
export function SettingsTab() {
  const intl = useIntl();
  const draft = useDraft();
  const known = useMemo(() => knownLanguages(intl.locale), [intl.locale]);
  const { opens_at, closes_at } = draft.form.settings;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Sections>
      <Notice>
        <FormattedMessage id="form_settings.immediate" />
      </Notice>
      <Section
        title={<FormattedMessage id="form_settings.when" />}
        text={<FormattedMessage id="form_settings.when_text" values={{ zone }} />}
      >
        <Columns>
          <MomentSetting name="opens_at" {...labels('opens_at')} />
          <MomentSetting name="closes_at" {...labels('closes_at')} />
        </Columns>
        {opens_at && closes_at && opens_at >= closes_at && (
          <Notice tone="warning">
            <FormattedMessage id="form_settings.never_open" />
          </Notice>
        )}
        <NumberSetting name="max_submissions" {...labels('max_submissions')} />
        <FlagSetting name="one_per_person" {...labels('one_per_person')} />
      </Section>
      <Section title={<FormattedMessage id="form_settings.after" />}>
        <TextSetting name="confirmation" {...labels('confirmation')} />
        <MailNotices />
        <ReceiptSetting />
        <FlagSetting name="editable" {...labels('editable')} />
        <LinesSetting name="notify" placeholder="team@example.org" {...labels('notify')} />
      </Section>
      <Section title={<FormattedMessage id="form_settings.machines" />}>
        <SpamSetting />
        <HiddenSetting />
      </Section>
      <Section title={<FormattedMessage id="form_settings.where" />}>
        <LanguageSetting known={known} {...labels('language')} />
        <TimeZoneSetting {...labels('time_zone')} />
        <CountrySetting {...labels('country')} />
        <FlagSetting name="listed" {...labels('listed')} />
        <LinesSetting
          name="embed_origins"
          placeholder="https://www.example.org"
          {...labels('embed_origins')}
        />
      </Section>
      <Section title={<FormattedMessage id="form_settings.retention" />}>
        <RetentionSetting {...labels('retention_days')} />
      </Section>
      {draft.form.allowed.includes('form.read_submissions') && <DestinationSection formId={draft.form.id} />}
      {draft.form.allowed.includes('form.read_submissions') && <WebhooksSection formId={draft.form.id} />}
    </Sections>
  );
}

/** The e-mail field that receives the receipt; a deleted field is shown as such. */
function ReceiptSetting() {
  const intl = useIntl();
  const { content } = useDraft();
  const { pendingValue: value, save, error, state } = useSetting('receipt_field');
  const fields = content.fields.filter(({ type, multiple }) => type === 'email' && !multiple);
  const isGone = value !== null && fields.every(({ id }) => id !== value);
  return (
    <SelectField
      {...labels('receipt_field')}
      required
      error={error ?? (isGone ? <FormattedMessage id="form_settings.receipt_gone" /> : undefined)}
      aside={<SettingStateNote state={state} />}
      value={value ?? ''}
      onChange={(event) => void save(event.target.value || null)}
    >
      <option value="">{intl.formatMessage({ id: 'form_settings.receipt_none' })}</option>
      {isGone && (
        <option value={value}>{intl.formatMessage({ id: 'form_settings.receipt_gone_option' })}</option>
      )}
      {fields.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function SpamSetting() {
  const { pendingValue: value, save, error, state } = useSetting('spam');
  return (
    <div>
      <ChoiceGroup
        legend={<FormattedMessage id="form_settings.spam" />}
        name="spam"
        value={value}
        onChange={(mode) => void save(mode)}
        options={SPAM_MODES.map((mode) => ({
          value: mode,
          label: <FormattedMessage id={`form_settings.spam_${mode}`} />,
          help: <FormattedMessage id={`form_settings.spam_${mode}_help`} />,
        }))}
      />
      <SettingStateNote state={state} />
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  );
}

function HiddenSetting() {
  const { pendingValue: value, save, error, state } = useSetting('hidden_values');
  return (
    <div>
      <ChoiceGroup
        legend={<FormattedMessage id="form_settings.hidden" />}
        name="hidden_values"
        value={value}
        onChange={(mode) => void save(mode)}
        options={HIDDEN_VALUES.map((mode) => ({
          value: mode,
          label: <FormattedMessage id={`form_settings.hidden_${mode}`} />,
          help: <FormattedMessage id={`form_settings.hidden_${mode}_help`} />,
        }))}
      />
      <SettingStateNote state={state} />
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  );
}
