import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ProfileRoleField } from '#components/auth/ProfileRoleField.tsx';
import { fullName } from '#components/layout/ProfileBlock.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { TextAreaField, TextField } from '#components/ui/Field.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { LeaveGuard } from '#components/ui/LeaveGuard.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { Columns, SaveRow, Section } from '#components/ui/Section.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import type { User } from '#lib/contract/account.ts';
import type { BasicSettings } from '#lib/contract/core.ts';
import { blank, maxLength, required } from '#lib/text/messages.ts';
import { codePoints } from '#lib/text/text.ts';
import { changeProfile } from '#services/account.ts';
import { ChangeEmailModal } from './ChangeEmailModal.tsx';

const ABOUT_MAX = 2000;
const NAME_MAX = 255;

type AboutFormProps = { person: User; roles: BasicSettings['profile_roles'] };

const valuesOf = (person: User) => ({
  first_name: person.first_name,
  last_name: person.last_name,
  profile_role: person.profile_role ?? '',
  about: person.about,
});

/** The user's own profile data. */
export function AboutForm({ person, roles }: AboutFormProps) {
  const intl = useIntl();
  const { updateUser } = useAuth();
  const [saved, setSaved] = useState(valuesOf(person));
  const [wasSaved, setWasSaved] = useState(false);
  const [changingEmail, setChangingEmail] = useState(false);
  const firstName = intl.formatMessage({ id: 'profile.first_name' });
  const lastName = intl.formatMessage({ id: 'profile.last_name' });
  const role = intl.formatMessage({ id: 'profile.role' });
  const about = intl.formatMessage({ id: 'profile.about' });
  const tooLong = (label: string, value: string, max: number) =>
    codePoints(value) > max ? maxLength(label, max) : null;

  const form = useForm({
    initial: valuesOf(person),
    check: (values) => ({
      first_name: !values.first_name
        ? required(firstName)
        : values.first_name.trim()
          ? tooLong(firstName, values.first_name, NAME_MAX)
          : blank(firstName),
      last_name: tooLong(lastName, values.last_name, NAME_MAX),
      profile_role: values.profile_role ? null : intl.formatMessage({ id: 'profile.role_missing' }),
      about: tooLong(about, values.about, ABOUT_MAX),
    }),
    send: async (values) => {
      const user = (await changeProfile(values)).data;
      updateUser(user);
      setSaved(valuesOf(user));
      setWasSaved(true);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const { values } = form;
  const isChanged = (['first_name', 'last_name', 'profile_role', 'about'] as const).some(
    (name) => values[name] !== saved[name],
  );

  return (
    <Section
      title={<FormattedMessage id="profile.about_you" />}
      text={<FormattedMessage id="profile.about_you_text" />}
    >
      <Form {...form.form}>
        {isChanged && !form.busy && <LeaveGuard />}
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <Avatar
          name={fullName({ ...person, ...values })}
          seed={person.id}
          src={person.avatar_url}
          size={64}
        />
        <Columns>
          <TextField
            {...form.bind('first_name')}
            label={firstName}
            required
            autoComplete="given-name"
            dir="auto"
          />
          <TextField {...form.bind('last_name')} label={lastName} autoComplete="family-name" dir="auto" />
        </Columns>
        <Columns>
          <ProfileRoleField
            {...form.bind('profile_role')}
            roles={roles}
            label={role}
            choose={intl.formatMessage({ id: 'profile.role_choose' })}
          />
          <TextField
            label={intl.formatMessage({ id: 'profile.email' })}
            help={<FormattedMessage id="profile.email_help" />}
            aside={
              <Button variant="link" onClick={() => setChangingEmail(true)}>
                <FormattedMessage id="profile.email_change" />
              </Button>
            }
            value={person.email}
            type="email"
            required
            readOnly
          />
        </Columns>
        <TextAreaField
          {...form.bind('about')}
          label={about}
          help={<FormattedMessage id="profile.about_help" />}
          dir="auto"
        />
        <SaveRow>
          <Button type="submit" variant="primary" busy={form.busy}>
            <FormattedMessage id="profile.save" />
          </Button>
          <span role="status">
            {isChanged ? (
              <Badge tone="warning">
                <FormattedMessage id="profile.unsaved" />
              </Badge>
            ) : (
              wasSaved && (
                <Badge tone="success">
                  <FormattedMessage id="profile.saved" />
                </Badge>
              )
            )}
          </span>
        </SaveRow>
      </Form>
      <ChangeEmailModal open={changingEmail} onClose={() => setChangingEmail(false)} />
    </Section>
  );
}
