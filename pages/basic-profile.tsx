import { useRouter } from 'next/router';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ProfileRoleField } from '#components/auth/ProfileRoleField.tsx';
import { SignedInAs } from '#components/auth/SignedInAs.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Form, FormHeading } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { stepPath } from '#lib/browser/current-step.ts';
import type { BasicSettings } from '#lib/contract/core.ts';
import { blank, required } from '#lib/text/messages.ts';
import { changeProfile } from '#services/account.ts';

type BasicProfileProps = { roles: BasicSettings['profile_roles'] };

export default function BasicProfilePage({ roles }: WithShell<BasicProfileProps>) {
  const intl = useIntl();
  const router = useRouter();
  const { updateUser } = useAuth();
  const { viewer } = useShell();
  const firstName = intl.formatMessage({ id: 'profile_step.first_name' });
  const role = intl.formatMessage({ id: 'profile_step.role' });

  const form = useForm({
    initial: {
      first_name: viewer?.first_name ?? '',
      last_name: viewer?.last_name ?? '',
      profile_role: viewer?.profile_role ?? '',
    },
    check: (values) => ({
      first_name: !values.first_name
        ? required(firstName)
        : values.first_name.trim()
          ? null
          : blank(firstName),
      profile_role: values.profile_role ? null : intl.formatMessage({ id: 'profile_step.role_missing' }),
    }),
    send: async (values) => {
      const user = (await changeProfile(values)).data;
      updateUser(user);
      await router.push(stepPath(user) ?? '/');
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'profile_step.title' })}
        text={<FormattedMessage id="profile_step.text" />}
      />
      <Form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        {roles.length === 0 && (
          <Notice tone="error">
            <FormattedMessage id="profile_step.roles_failed" />
          </Notice>
        )}
        <TextField
          {...form.bind('first_name')}
          label={firstName}
          required
          autoFocus
          autoComplete="given-name"
        />
        <TextField
          {...form.bind('last_name')}
          label={intl.formatMessage({ id: 'profile_step.last_name' })}
          autoComplete="family-name"
        />
        <ProfileRoleField
          {...form.bind('profile_role')}
          roles={roles}
          label={role}
          choose={intl.formatMessage({ id: 'profile_step.role_choose' })}
        />
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          <FormattedMessage id="profile_step.submit" />
        </Button>
      </Form>
      <SignedInAs />
    </>
  );
}

BasicProfilePage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps<BasicProfileProps>({ sidebar: false }, async ({ api }) => {
  const settings = dataOrNull(await api('core/basic-settings/'));
  return { props: { roles: settings?.profile_roles ?? [] } };
});
