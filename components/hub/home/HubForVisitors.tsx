import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { VisitorHeader } from '#components/layout/VisitorHeader.tsx';
import { ListedForms } from '#components/space/view/ListedForms.tsx';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { TextAreaField } from '#components/ui/Field.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { usePageRefresh } from '#context/navigation-state.ts';
import { useShell } from '#context/ShellContext.tsx';
import { signInPath } from '#lib/browser/sign-in-path.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { joinHub } from '#services/hub.ts';
import { color, space } from '#styles/tokens.ts';
import type { LoadedHub } from './load-hub.ts';
import { SpaceList } from './SpaceList.tsx';

const Join = styled.section`
  display: grid;
  gap: ${space(4)};
  max-width: 520px;
  margin-bottom: ${space(8)};

  > p {
    color: ${color('quiet')};
    overflow-wrap: anywhere;
  }
`;

const Fields = styled.form`
  display: grid;
  gap: ${space(4)};
  justify-items: start;

  > div {
    width: 100%;
  }
`;

/** A hub for visitors and users outside of it: what its visibility shows them, and how to join. */
export function HubForVisitors({ hub, spaces, forms }: Omit<LoadedHub, 'recent' | 'shared'>) {
  const { viewer } = useShell();
  const content = (
    <>
      <VisitorHeader name={hub.name} seed={hub.id} description={hub.description} />
      <JoinHub hub={hub} />
      <ListedForms forms={forms} />
      {spaces.data.length > 0 || spaces.error ? (
        <SpaceList handle={hub.domain_handle} first={spaces} grid />
      ) : (
        hub.visibility === 'public' && (
          <EmptyState
            title={<FormattedMessage id="hub.empty_visitor_title" />}
            text={<FormattedMessage id="hub.empty_visitor_text" />}
          />
        )
      )}
    </>
  );
  if (!viewer) return content;
  return (
    <Screen title={hub.name} heading={false}>
      {content}
    </Screen>
  );
}

function JoinHub({ hub }: { hub: Hub }) {
  const intl = useIntl();
  const refresh = usePageRefresh();
  const { viewer } = useShell();
  const [isRequested, setRequested] = useState(hub.join_requested);
  const form = useForm({
    initial: { message: '' },
    check: () => ({}),
    send: async ({ message }) => {
      const { data } = await joinHub(hub.domain_handle, message);
      if (data.my_role) await refresh();
      else setRequested(true);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  if (!viewer) {
    return (
      <Join>
        <LinkButton href={signInPath(`/${hub.domain_handle}`)}>
          <FormattedMessage id="hub.join_sign_in" />
        </LinkButton>
      </Join>
    );
  }
  if (isRequested) {
    return (
      <Join>
        <Notice tone="success">
          <FormattedMessage id="hub.join_sent" />
        </Notice>
      </Join>
    );
  }
  if (!hub.join) return null;
  const open = hub.join === 'open';
  return (
    <Join>
      <p>
        {open ? (
          <FormattedMessage id="join_hub.text" />
        ) : (
          <FormattedMessage id="hub.join_text" values={{ hub: hub.name }} />
        )}
      </p>
      <Fields {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        {!open && (
          <TextAreaField
            {...form.bind('message')}
            label={<FormattedMessage id="hub.join_message" />}
            rows={2}
            maxLength={1000}
            dir="auto"
          />
        )}
        <Button type="submit" variant="primary" busy={form.busy}>
          <FormattedMessage id={open ? 'join_hub.submit' : 'hub.join'} />
        </Button>
      </Fields>
    </Join>
  );
}
