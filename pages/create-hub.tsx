import NextLink from 'next/link';
import { useRouter } from 'next/router';
import { type ReactElement, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { HandleField } from '#components/auth/HandleField.tsx';
import { SignedInAs } from '#components/auth/SignedInAs.tsx';
import { useHandleCheck } from '#components/auth/use-handle-check.ts';
import { VisibilityChoice } from '#components/auth/VisibilityChoice.tsx';
import { DeletedHubs } from '#components/hub/home/DeletedHubs.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Form, FormFooter, FormHeading } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import type { DeletedHub } from '#lib/contract/hub-lifecycle.ts';
import { handleProblem, suggestHandle } from '#lib/text/handle.ts';
import { blank, required } from '#lib/text/messages.ts';
import { isBlank } from '#lib/text/text.ts';
import { getUser } from '#services/account.ts';
import { createHub } from '#services/hub.ts';

type Props = { deleted: DeletedHub[] };

export default function CreateHubPage({ deleted }: WithShell<Props>) {
  const intl = useIntl();
  const router = useRouter();
  const { updateUser } = useAuth();
  const { viewer } = useShell();
  const [visibility, setVisibility] = useState<Visibility>('private');
  // It follows the name until the user types another handle.
  const [ownHandle, setOwnHandle] = useState(false);
  const name = intl.formatMessage({ id: 'create_hub.name' });
  const handle = intl.formatMessage({ id: 'create_hub.handle' });

  const form = useForm({
    initial: { name: '', domain_handle: '' },
    check: (values) => ({
      name: !values.name ? required(name) : isBlank(values.name) ? blank(name) : null,
      domain_handle: values.domain_handle ? handleProblem(values.domain_handle, handle) : required(handle),
    }),
    send: async (values) => {
      const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const own = { visibility, first_space: true, locale, time_zone: timeZone };
      const hub = (await createHub({ ...values, ...own })).data;
      updateUser((await getUser()).data);
      await router.push(`/${hub.domain_handle}`);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const check = useHandleCheck(form.values.domain_handle, handle);

  const setHandle = (value: string) => {
    setOwnHandle(value !== '');
    form.set('domain_handle', value);
  };
  const setName = (value: string) => {
    form.set('name', value);
    if (!ownHandle) form.set('domain_handle', value.trim() ? suggestHandle(value) : '');
  };

  return (
    <>
      <DeletedHubs hubs={deleted} />
      <FormHeading
        title={intl.formatMessage({ id: 'create_hub.title' })}
        text={<FormattedMessage id="create_hub.text" />}
      />
      <Form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <TextField
          {...form.bind('name')}
          onChange={(event) => setName(event.target.value)}
          label={name}
          required
          autoFocus
          placeholder={intl.formatMessage({ id: 'create_hub.name_placeholder' })}
          autoComplete="organization"
          maxLength={255}
        />
        <HandleField
          name="domain_handle"
          label={handle}
          value={form.values.domain_handle}
          error={form.errors.domain_handle}
          check={check}
          onChange={setHandle}
        />
        <VisibilityChoice value={visibility} onChange={setVisibility} />
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          <FormattedMessage id="create_hub.submit" />
        </Button>
      </Form>
      {viewer?.current_step !== 'completed' && (
        <FormFooter>
          <FormattedMessage id="create_hub.join_instead" />{' '}
          <NextLink prefetch={false} href="/join-hub">
            <FormattedMessage id="create_hub.join_link" />
          </NextLink>
        </FormFooter>
      )}
      <SignedInAs />
    </>
  );
}

CreateHubPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps<Props>({ sidebar: false }, async ({ api }) => {
  const response = await api('hubs/deleted/');
  // A hub can be created even if the deleted ones can't be loaded.
  return { props: { deleted: response.ok ? response.data : [] } };
});
