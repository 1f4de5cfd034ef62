import { useRouter } from 'next/router';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { SignedInAs } from '#components/auth/SignedInAs.tsx';
import { AuthLayout } from '#components/layout/AuthLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { Form, FormFooter, FormHeading } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { useShell } from '#context/ShellContext.tsx';
import { stepPath } from '#lib/browser/current-step.ts';
import type { Organization } from '#lib/contract/account.ts';
import { getUser } from '#services/account.ts';
import { acceptInvite, joinHub } from '#services/hub.ts';

/** The hub that the user can join: it invited them, or admits their mail domain. */
export default function JoinHubPage() {
  const { viewer } = useShell();
  const waiting = viewer && viewer.organization?.id !== viewer.active_organization?.id;
  return (
    <>
      {viewer && waiting && viewer.organization ? (
        <Join hub={viewer.organization} />
      ) : (
        <NoInvitation email={viewer?.email ?? ''} />
      )}
      <SignedInAs />
    </>
  );
}

function Join({ hub }: { hub: Organization }) {
  const intl = useIntl();
  const router = useRouter();
  const { updateUser } = useAuth();
  const { invite } = router.query;
  const form = useForm({
    initial: {},
    check: () => ({}),
    send: async () => {
      if (typeof invite === 'string') await acceptInvite(invite);
      else await joinHub(hub.domain_handle);
      const user = (await getUser()).data;
      updateUser(user);
      await router.push(stepPath(user) ?? `/${hub.domain_handle}`);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'join_hub.title' }, { hub: hub.name })}
        text={<FormattedMessage id="join_hub.text" />}
      />
      <Form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          <FormattedMessage id="join_hub.submit" />
        </Button>
      </Form>
      <FormFooter>
        <LinkButton href="/create-hub" variant="link">
          <FormattedMessage id="join_hub.create_instead" />
        </LinkButton>
      </FormFooter>
    </>
  );
}

function NoInvitation({ email }: { email: string }) {
  const intl = useIntl();
  const refresh = usePageRefresh();
  return (
    <>
      <FormHeading
        title={intl.formatMessage({ id: 'join_hub.none_title' })}
        text={<FormattedMessage id="join_hub.none_text" values={{ email }} />}
      />
      <LinkButton href="/create-hub" variant="primary" size="large" block>
        <FormattedMessage id="join_hub.create" />
      </LinkButton>
      <Button size="large" block onClick={() => void refresh()}>
        <FormattedMessage id="join_hub.refresh" />
      </Button>
    </>
  );
}

JoinHubPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <AuthLayout shell={shell}>{page}</AuthLayout>
);

export const getServerSideProps = pageProps({ sidebar: false });
