import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import type { SessionEndReason } from '#lib/contract/session-end.ts';
import { required } from '#lib/text/messages.ts';
import { codeProblem } from '#lib/text/rules.ts';
import { failureOf } from '#services/http.ts';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';
import { CodeField } from './CodeField.tsx';
import { SessionEndedNotice } from './SessionEndedNotice.tsx';

const Dialog = styled.dialog`
  visibility: visible;
  width: min(420px, calc(100vw - 32px));
  padding: ${space(6)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('raised')};
  color: ${color('text')};
  box-shadow: ${SHADOW.floating};

  &::backdrop {
    visibility: visible;
    background: ${color('page')};
  }

  > form {
    margin-top: ${space(4)};
  }

  h2 {
    margin-bottom: ${space(3)};
    font-size: 18px;
  }
`;

/**
 * Covers and hides a page whose session has ended: the same user signs in again and continues with all input; another
 * user leaves the page.
 */
export default function SessionEndedDialog({ ended, email }: { ended: SessionEndReason; email: string }) {
  const intl = useIntl();
  const { signIn, leaveToSignIn } = useAuth();
  const dialog = useRef<HTMLDialogElement>(null);
  const [asksCode, setAsksCode] = useState(false);
  const password = intl.formatMessage({ id: 'field.your_password' });
  const code = intl.formatMessage({ id: 'auth.code' });

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
    // Other open dialogs are hidden with the page: their content keeps its state.
    const page = document.documentElement;
    page.dataset.sessionEnded = '';
    return () => {
      delete page.dataset.sessionEnded;
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const form = useForm({
    initial: { password: '', code: '' },
    check: (values) => ({
      ...(values.password ? {} : { password: required(password) }),
      ...(asksCode ? { code: values.code ? codeProblem(values.code, code) : required(code) } : {}),
    }),
    send: async (values) => {
      try {
        await signIn({ email, password: values.password, ...(asksCode ? { code: values.code } : {}) });
      } catch (error) {
        if (failureOf(error)?.code !== 'second_factor_required') throw error;
        setAsksCode(true);
      }
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  return (
    <Dialog
      ref={dialog}
      data-over-session
      aria-labelledby="session-ended-title"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="session-ended-title">
        <FormattedMessage id="session_end.title" />
      </h2>
      <SessionEndedNotice ended={ended} />
      <Form {...form.form}>
        <p>
          <FormattedMessage id="session_end.text" values={{ email: <bdi>{email}</bdi> }} />
        </p>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <PasswordField {...form.bind('password')} label={password} required autoComplete="current-password" />
        {asksCode && <CodeField {...form.bind('code')} label={code} required autoFocus />}
        <Button type="submit" variant="primary" block busy={form.busy}>
          <FormattedMessage id="auth.signin" />
        </Button>
        <Button variant="link" onClick={leaveToSignIn}>
          <FormattedMessage id="session_end.leave" />
        </Button>
      </Form>
    </Dialog>
  );
}
