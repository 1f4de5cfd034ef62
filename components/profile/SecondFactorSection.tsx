import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useRenderedQuery } from '#context/use-rendered-query.ts';
import type { SecondFactorState } from '#lib/contract/second-factor.ts';
import { disableSecondFactor, getSecondFactor, renewRecoveryCodes } from '#services/second-factor.ts';
import { color, space } from '#styles/tokens.ts';
import { BothFactorsForm } from './BothFactorsForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';

const State = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  color: ${color('quiet')};
`;

type Dialog = 'setup' | 'renew' | 'end' | null;

type SecondFactorSectionProps = {
  email: string;
  /** Null when it couldn't be loaded. */
  loaded: SecondFactorState | null;
};

/** The second factor: turning it on and off, and its recovery codes. */
export const SecondFactorSection = withQueries(function SecondFactorSection({
  email,
  loaded,
}: SecondFactorSectionProps) {
  const intl = useIntl();
  const toast = useToast();
  const { data, isError, reload } = useRenderedQuery({
    of: ['second factor'],
    rendered: loaded,
    load: async (signal) => (await getSecondFactor(signal)).data,
  });
  const state = isError ? null : data;
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const closeAndReload = () => {
    close();
    void reload();
  };

  return (
    <Section
      title={<FormattedMessage id="second_factor.title" />}
      text={<FormattedMessage id="second_factor.text" />}
    >
      {state === null && (
        <ErrorState message={<FormattedMessage id="second_factor.failed" />} onRetry={() => void reload()} />
      )}
      {state?.is_on === false && (
        <SaveRow>
          <Button onClick={() => setDialog('setup')}>
            <FormattedMessage id="second_factor.setup" />
          </Button>
        </SaveRow>
      )}
      {state?.is_on && (
        <>
          <State>
            <Badge tone="success">
              <FormattedMessage id="second_factor.on" />
            </Badge>
            {state.since && (
              <span>
                <FormattedMessage
                  id="second_factor.since"
                  values={{ time: <RelativeTime value={state.since} /> }}
                />
              </span>
            )}
            {state.recovery_codes_left < 3 ? (
              <Badge tone="warning">
                <FormattedMessage id="second_factor.left" values={{ count: state.recovery_codes_left }} />
              </Badge>
            ) : (
              <span>
                <FormattedMessage id="second_factor.left" values={{ count: state.recovery_codes_left }} />
              </span>
            )}
          </State>
          <SaveRow>
            <Button onClick={() => setDialog('renew')}>
              <FormattedMessage id="second_factor.renew" />
            </Button>
            <Button onClick={() => setDialog('end')}>
              <FormattedMessage id="second_factor.turn_off" />
            </Button>
          </SaveRow>
        </>
      )}
      <SecondFactorSetup
        open={dialog === 'setup'}
        email={email}
        onClose={close}
        onDone={() => {
          toast({ tone: 'success', text: intl.formatMessage({ id: 'second_factor.is_on' }) });
          closeAndReload();
        }}
      />
      <RenewCodes open={dialog === 'renew'} email={email} onClose={closeAndReload} />
      <Modal
        open={dialog === 'end'}
        onClose={close}
        title={<FormattedMessage id="second_factor.turn_off_title" />}
      >
        <BothFactorsForm
          text={{ id: 'second_factor.turn_off_text' }}
          submit={{ id: 'second_factor.turn_off_submit' }}
          variant="danger"
          send={async (proof) => {
            await disableSecondFactor(proof);
            toast({ tone: 'success', text: intl.formatMessage({ id: 'second_factor.is_off' }) });
            closeAndReload();
          }}
          onCancel={close}
        />
      </Modal>
    </Section>
  );
});

function RenewCodes({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const finish = () => {
    setCodes(null);
    onClose();
  };
  return (
    <Modal
      open={open}
      onClose={finish}
      title={<FormattedMessage id={codes ? 'second_factor.codes_title' : 'second_factor.renew_title'} />}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={email} onDone={finish} />
      ) : (
        <BothFactorsForm
          text={{ id: 'second_factor.renew_text' }}
          submit={{ id: 'second_factor.renew_submit' }}
          variant="primary"
          send={async (proof) => setCodes((await renewRecoveryCodes(proof)).data.recovery_codes)}
          onCancel={finish}
        />
      )}
    </Modal>
  );
}
