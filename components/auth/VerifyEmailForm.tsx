import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import type { User } from '#lib/contract/account.ts';
import { required } from '#lib/text/messages.ts';
import { codeProblem } from '#lib/text/rules.ts';
import { verifyEmail } from '#services/account.ts';
import { CodeField } from './CodeField.tsx';

/** The form for the code of a verification mail. */
export function VerifyEmailForm({ onVerified }: { onVerified: (user: User) => Promise<unknown> }) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'verify.code' });
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code ? codeProblem(code, label) : required(label) }),
    send: async ({ code }) => {
      await onVerified((await verifyEmail({ code })).data);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Form {...form.form}>
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      <CodeField {...form.bind('code')} label={label} required autoFocus />
      <Button type="submit" variant="primary" size="large" block busy={form.busy}>
        <FormattedMessage id="verify.submit" />
      </Button>
    </Form>
  );
}
