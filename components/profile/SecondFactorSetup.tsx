import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { CodeField } from '#components/auth/CodeField.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { SaveRow } from '#components/ui/Section.tsx';
import { useForm } from '#components/ui/use-form.ts';
import type { SecondFactorStart } from '#lib/contract/second-factor.ts';
import { required } from '#lib/text/messages.ts';
import { codeProblem } from '#lib/text/rules.ts';
import { confirmSecondFactor, startSecondFactor } from '#services/second-factor.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const Steps = styled.ol`
  display: grid;
  gap: ${space(4)};
  padding-left: ${space(5)};
  list-style: decimal;

  /* Within a sentence, colour alone tells nobody that it is a link. */
  a {
    text-decoration: underline;
  }
`;

/** Cameras only read dark on light, so the colours don't follow the theme. */
const Picture = styled.svg`
  display: block;
  width: 196px;
  max-width: 100%;
  margin-top: ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: #fff;
  color: #000;
`;

const Secret = styled.code`
  display: block;
  margin-top: ${space(2)};
  padding: ${space(3)};
  border-radius: ${radius('chip')};
  background: ${color('page')};
  font-size: 14px;
  overflow-wrap: anywhere;
`;

/** In groups of four characters, which are easier to type. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

type SecondFactorSetupProps = {
  open: boolean;
  email: string;
  /** Closed before it was turned on. */
  onClose: () => void;
  /** It is on, and the recovery codes were shown. */
  onDone: () => void;
};

/** Turns the second factor on: password, authenticator, recovery codes. */
export function SecondFactorSetup({ open, email, onClose, onDone }: SecondFactorSetupProps) {
  const [start, setStart] = useState<SecondFactorStart | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const finish = () => {
    const isOn = codes !== null;
    setStart(null);
    setCodes(null);
    if (isOn) onDone();
    else onClose();
  };
  return (
    <Modal
      open={open}
      onClose={finish}
      title={<FormattedMessage id={codes ? 'second_factor.codes_title' : 'second_factor.setup_title'} />}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={email} onDone={finish} />
      ) : start ? (
        <Scan start={start} onConfirmed={setCodes} onCancel={finish} />
      ) : (
        <Password onStarted={setStart} onCancel={finish} />
      )}
    </Modal>
  );
}

type PasswordProps = { onStarted: (start: SecondFactorStart) => void; onCancel: () => void };

function Password({ onStarted, onCancel }: PasswordProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'second_factor.password' });
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? null : required(label) }),
    send: async ({ password }) => onStarted((await startSecondFactor(password)).data),
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Form {...form.form}>
      <p>
        <FormattedMessage id="second_factor.setup_text" />
      </p>
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      <PasswordField {...form.bind('password')} label={label} required autoComplete="current-password" />
      <SaveRow>
        <Button type="submit" variant="primary" busy={form.busy}>
          <FormattedMessage id="second_factor.continue" />
        </Button>
        <Button onClick={onCancel}>
          <FormattedMessage id="action.cancel" />
        </Button>
      </SaveRow>
    </Form>
  );
}

type ScanProps = {
  start: SecondFactorStart;
  onConfirmed: (codes: string[]) => void;
  onCancel: () => void;
};

function Scan({ start, onConfirmed, onCancel }: ScanProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'second_factor.code' });
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code ? codeProblem(code, label) : required(label) }),
    send: async ({ code }) => onConfirmed((await confirmSecondFactor(code)).data.recovery_codes),
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const { qr } = start;
  return (
    <Form {...form.form}>
      <Steps>
        <li>
          <FormattedMessage id="second_factor.scan" />
          <Picture
            role="img"
            aria-label={intl.formatMessage({ id: 'second_factor.picture' })}
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            shapeRendering="crispEdges"
          >
            <path d={qr.path} fill="currentColor" />
          </Picture>
        </li>
        <li>
          <FormattedMessage
            id="second_factor.no_camera"
            values={{ link: (text) => <a href={start.otpauth_url}>{text}</a> }}
          />
          <Secret>{inFours(start.secret)}</Secret>
        </li>
        <li>
          <FormattedMessage id="second_factor.enter" />
        </li>
      </Steps>
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      <CodeField {...form.bind('code')} label={label} required data-autofocus autoFocus />
      <SaveRow>
        <Button type="submit" variant="primary" busy={form.busy}>
          <FormattedMessage id="second_factor.turn_on" />
        </Button>
        <Button onClick={onCancel}>
          <FormattedMessage id="action.cancel" />
        </Button>
      </SaveRow>
    </Form>
  );
}
