import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withdrawAccessRequest } from '#services/space-members.ts';
import { color, space } from '#styles/tokens.ts';
import { AccessRequestForm } from './AccessRequestForm.tsx';

const TakeOverDialog = lazyDialog(() => import('./TakeOverDialog.tsx').then((file) => file.TakeOverDialog));

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  max-width: 480px;
  margin: ${space(8)} auto 0;

  > p {
    color: ${color('quiet')};
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;

export type MissingSpaceProps = {
  handle: string;
  hubName: string;
  slug: string;
  /** The caller has a pending access request for this address. */
  hasRequested: boolean;
  mayTakeOver: boolean;
};

/**
 * Shown to a member of the hub at an address where there is no space, or none that they may see: the same in both
 * cases, with a button to request access.
 */
export function MissingSpace({
  handle,
  hubName,
  slug,
  hasRequested: hasRequestedBefore,
  mayTakeOver,
}: MissingSpaceProps) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [isRequested, setRequested] = useState(hasRequestedBefore);
  const [taking, setTaking] = useState(false);
  const withdraw = async () => {
    try {
      await withdrawAccessRequest(slug);
      setRequested(false);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  return (
    <Screen title={intl.formatMessage({ id: 'ask_access.title' })}>
      <Column>
        <p>
          <FormattedMessage id="ask_access.text" />
        </p>
        <div role="status">
          {isRequested && (
            <Section
              title={<FormattedMessage id="ask_access.requested_title" />}
              text={<FormattedMessage id="ask_access.requested_text" />}
            >
              <div>
                <Button onClick={() => void withdraw()}>
                  <FormattedMessage id="ask_access.withdraw" />
                </Button>
              </div>
            </Section>
          )}
        </div>
        {!isRequested && (
          <Section title={<FormattedMessage id="ask_access.heading" />}>
            <AccessRequestForm slug={slug} onRequested={() => setRequested(true)} />
          </Section>
        )}
        <Foot>
          <LinkButton href={`/${handle}`}>
            <FormattedMessage id="ask_access.home" />
          </LinkButton>
          {mayTakeOver && (
            <Button variant="quiet" onClick={() => setTaking(true)}>
              <FormattedMessage id="take_over.open" />
            </Button>
          )}
        </Foot>
      </Column>
      {taking && (
        <TakeOverDialog
          slug={slug}
          hubName={hubName}
          onClose={() => setTaking(false)}
          onTakenOver={(taken) => {
            toast({ tone: 'success', text: <FormattedMessage id="take_over.done" /> });
            void router.replace(`/${handle}/${taken.slug}`);
          }}
        />
      )}
    </Screen>
  );
}
