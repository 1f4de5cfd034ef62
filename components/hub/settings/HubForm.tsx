import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { HandleField } from '#components/auth/HandleField.tsx';
import { useHandleCheck } from '#components/auth/use-handle-check.ts';
import { VisibilityChoice } from '#components/auth/VisibilityChoice.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { CheckSetting } from '#components/ui/CheckSetting.tsx';
import { Field, TextAreaField, TextField } from '#components/ui/Field.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { LeaveGuard } from '#components/ui/LeaveGuard.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import type { Hub } from '#lib/contract/hub.ts';
import { getUser } from '#services/account.ts';
import { failureOf } from '#services/http.ts';
import { changeHub } from '#services/hub.ts';
import { space } from '#styles/tokens.ts';
import {
  HUB_FIELDS,
  type HubValues,
  hubChoices,
  hubProblems,
  hubValues,
  isDays,
  isHub,
  isHubChanged,
} from './hub-values.ts';
import { LocaleSection } from './LocaleSection.tsx';
import { parseMailDomains } from './mail-domains.ts';

// The list of countries includes the data about their phone numbers.
const CountrySelect = dynamic(() =>
  import('#components/ui/CountrySelect.tsx').then((loaded) => loaded.CountrySelect),
);

const Conflict = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-top: ${space(2)};
`;

/** The hub's settings; a concurrent change by somebody else is shown, and the input is preserved. */
export function HubForm({ hub: initial }: { hub: Hub }) {
  const intl = useIntl();
  const router = useRouter();
  const { updateUser } = useAuth();
  const [hub, setHub] = useState(initial);
  const [choices, setChoices] = useState(hubChoices(initial));
  const [wasSaved, setWasSaved] = useState(false);
  const [theirs, setTheirs] = useState<Hub | null>(null);
  /** The revision that the input is based on. */
  const base = useRef(initial);
  const name = intl.formatMessage({ id: 'hub_settings.name' });
  const handle = intl.formatMessage({ id: 'hub_settings.handle' });
  const description = intl.formatMessage({ id: 'hub_settings.description' });
  const domains = intl.formatMessage({ id: 'hub_settings.join_domains' });

  const save = async (values: HubValues) => {
    const known = base.current;
    try {
      const { data } = await changeHub(known, {
        ...values,
        ...choices,
        join_domains: parseMailDomains(values.join_domains),
        trash_days: Number(values.trash_days),
        locale: values.locale.trim() || null,
        time_zone: values.time_zone.trim() || null,
      });
      base.current = data;
      setHub(data);
      setTheirs(null);
      setWasSaved(true);
      updateUser((await getUser()).data);
      if (data.domain_handle !== known.domain_handle) await router.replace(`/${data.domain_handle}/settings`);
    } catch (error) {
      const failure = failureOf(error);
      const current = failure && 'data' in failure ? failure.data : null;
      if (failure?.status !== 409 || !isHub(current)) throw error;
      setTheirs(current);
    }
  };

  const form = useForm({
    initial: hubValues(initial),
    check: (values) => hubProblems(values, intl),
    send: save,
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const { values } = form;
  // The availability check reports the hub's own handle as taken.
  const ownHandle = values.domain_handle.toLowerCase() === hub.domain_handle.toLowerCase();
  const check = useHandleCheck(ownHandle ? '' : values.domain_handle, handle);

  const isChanged = isHubChanged(hub, values, choices);

  const take = (current: Hub) => {
    const fresh = hubValues(current);
    for (const field of HUB_FIELDS) form.set(field, fresh[field]);
    setChoices(hubChoices(current));
    base.current = current;
    setHub(current);
    setTheirs(null);
  };
  const insist = (current: Hub) => {
    base.current = current;
    setTheirs(null);
    void form.submit(values);
  };

  return (
    <Form {...form.form}>
      {isChanged && !form.busy && <LeaveGuard />}
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      {theirs && (
        <Notice tone="warning">
          <FormattedMessage id="hub_settings.conflict" />
          <Conflict>
            <Button size="small" onClick={() => insist(theirs)}>
              <FormattedMessage id="hub_settings.conflict_mine" />
            </Button>
            <Button size="small" onClick={() => take(theirs)}>
              <FormattedMessage id="hub_settings.conflict_theirs" />
            </Button>
          </Conflict>
        </Notice>
      )}
      <Section title={<FormattedMessage id="hub_settings.general" />}>
        <TextField {...form.bind('name')} label={name} required autoComplete="organization" dir="auto" />
        <HandleField
          name="domain_handle"
          label={handle}
          value={values.domain_handle}
          error={form.errors.domain_handle}
          check={check}
          onChange={(value) => form.set('domain_handle', value)}
        />
        {!ownHandle && (
          <Notice tone="warning">
            <FormattedMessage id="hub_settings.handle_changes" />
          </Notice>
        )}
        <TextAreaField {...form.bind('description')} label={description} dir="auto" />
      </Section>
      <Section title={<FormattedMessage id="hub_settings.access" />}>
        <VisibilityChoice
          value={choices.visibility}
          onChange={(visibility) => setChoices({ ...choices, visibility })}
        />
        <TextAreaField
          {...form.bind('join_domains')}
          label={domains}
          help={<FormattedMessage id="hub_settings.join_domains_help" />}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
        />
        <CheckSetting
          label={<FormattedMessage id="hub_settings.members_create_spaces" />}
          help={<FormattedMessage id="hub_settings.members_create_spaces_help" />}
          checked={choices.members_create_spaces}
          onChange={(members_create_spaces) => setChoices({ ...choices, members_create_spaces })}
        />
        <CheckSetting
          label={<FormattedMessage id="hub_settings.allow_indexing" />}
          help={<FormattedMessage id="hub_settings.allow_indexing_help" />}
          checked={choices.allow_indexing}
          onChange={(allow_indexing) => setChoices({ ...choices, allow_indexing })}
        />
      </Section>
      <LocaleSection
        locale={form.bind('locale')}
        timeZone={form.bind('time_zone')}
        values={values}
        currency={choices.currency}
        onCurrency={(currency) => setChoices({ ...choices, currency })}
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
              onChange={(country) => setChoices({ ...choices, country })}
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
      <SaveRow>
        <Button type="submit" variant="primary" busy={form.busy}>
          <FormattedMessage id="hub_settings.save" />
        </Button>
        <span role="status">
          {isChanged ? (
            <Badge tone="warning">
              <FormattedMessage id="hub_settings.unsaved" />
            </Badge>
          ) : (
            wasSaved && (
              <Badge tone="success">
                <FormattedMessage id="hub_settings.saved" />
              </Badge>
            )
          )}
        </span>
      </SaveRow>
    </Form>
  );
}
