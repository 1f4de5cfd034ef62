import dynamic from 'next/dynamic';
import { FormattedMessage, useIntl } from 'react-intl';
import { HandleField } from '#components/auth/HandleField.tsx';
import { Field, TextAreaField, TextField } from '#components/ui/Field.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { LeaveGuard } from '#components/ui/LeaveGuard.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { Section } from '#components/ui/Section.tsx';
import type { Hub } from '#lib/contract/hub.ts';
import { AccessSection } from './AccessSection.tsx';
import { HubConflict } from './HubConflict.tsx';
import { isDays } from './hub-values.ts';
import { LocaleSection } from './LocaleSection.tsx';
import { SaveHub } from './SaveHub.tsx';
import { useHubForm } from './use-hub-form.ts';

// The list of countries includes the data about their phone numbers.
const CountrySelect = dynamic(() =>
  import('#components/ui/CountrySelect.tsx').then((loaded) => loaded.CountrySelect),
);

/** The hub's settings; a concurrent change by somebody else is shown, and the input is preserved. */
export function HubForm({ hub: initial }: { hub: Hub }) {
  const intl = useIntl();
  const control = useHubForm(initial);
  const { form, hub, choices, choose, isChanged, theirs, ownHandle } = control;
  const { values } = form;
  return (
    <Form {...form.form}>
      {isChanged && !form.busy && <LeaveGuard />}
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      {theirs && <HubConflict onInsist={() => control.insist(theirs)} onTake={() => control.take(theirs)} />}
      <Section title={<FormattedMessage id="hub_settings.general" />}>
        <TextField
          {...form.bind('name')}
          label={intl.formatMessage({ id: 'hub_settings.name' })}
          required
          autoComplete="organization"
          dir="auto"
        />
        <HandleField
          name="domain_handle"
          label={intl.formatMessage({ id: 'hub_settings.handle' })}
          value={values.domain_handle}
          error={form.errors.domain_handle}
          check={control.check}
          onChange={(value) => form.set('domain_handle', value)}
        />
        {!ownHandle && (
          <Notice tone="warning">
            <FormattedMessage id="hub_settings.handle_changes" />
          </Notice>
        )}
        <TextAreaField
          {...form.bind('description')}
          label={intl.formatMessage({ id: 'hub_settings.description' })}
          dir="auto"
        />
      </Section>
      <AccessSection {...control} />
      <LocaleSection
        locale={form.bind('locale')}
        timeZone={form.bind('time_zone')}
        values={values}
        currency={choices.currency}
        onCurrency={(currency) => choose({ currency })}
      />
      <Section title={<FormattedMessage id="hub_settings.phones" />}>
        <Field
          label={<FormattedMessage id="hub_settings.country" />}
          help={<FormattedMessage id="hub_settings.country_help" />}
        >
          {({ id, ...control }) => (
            <CountrySelect
              id={id}
              aria-describedby={control['aria-describedby']}
              value={choices.country}
              onChange={(country) => choose({ country })}
            />
          )}
        </Field>
      </Section>
      <Section title={<FormattedMessage id="hub_settings.trash" />}>
        <TextField
          {...form.bind('trash_days')}
          label={<FormattedMessage id="hub_settings.trash_days" />}
          help={<FormattedMessage id="hub_settings.trash_days_help" />}
          required
          inputMode="numeric"
        />
        {isDays(values.trash_days) && Number(values.trash_days) < (hub.trash_days ?? 0) && (
          <Notice tone="warning">
            <FormattedMessage id="hub_settings.trash_days_shorter" />
          </Notice>
        )}
      </Section>
      <SaveHub busy={form.busy} isChanged={isChanged} wasSaved={control.wasSaved} />
    </Form>
  );
}
