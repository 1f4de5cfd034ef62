import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { CodeField } from '#components/auth/CodeField.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { SaveRow } from '#components/ui/Section.tsx';
import { useForm } from '#components/ui/use-form.ts';
import type { BothFactorsRequest } from '#lib/contract/second-factor.ts';
import { required } from '#lib/text/messages.ts';
import { codeProblem } from '#lib/text/rules.ts';

type BothFactorsFormProps = {
  text: MessageDescriptor;
  submit: MessageDescriptor;
  variant: 'primary' | 'danger';
  send: (proof: BothFactorsRequest) => Promise<void>;
  onCancel: () => void;
};

/** Password and code together, required to change the second factor. */
export function BothFactorsForm({ text, submit, variant, send, onCancel }: BothFactorsFormProps) {
  const intl = useIntl();
  const password = intl.formatMessage({ id: 'second_factor.password' });
  const code = intl.formatMessage({ id: 'second_factor.code' });
  const form = useForm({
    initial: { password: '', code: '' },
    check: (values) => ({
      password: values.password ? null : required(password),
      code: values.code ? codeProblem(values.code, code) : required(code),
    }),
    send,
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Form {...form.form}>
      <p>
        <FormattedMessage {...text} />
      </p>
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      <PasswordField {...form.bind('password')} label={password} required autoComplete="current-password" />
      <CodeField
        {...form.bind('code')}
        label={code}
        help={<FormattedMessage id="second_factor.code_help" />}
        required
      />
      <SaveRow>
        <Button type="submit" variant={variant} busy={form.busy}>
          <FormattedMessage {...submit} />
        </Button>
        <Button onClick={onCancel}>
          <FormattedMessage id="action.cancel" />
        </Button>
      </SaveRow>
    </Form>
  );
}
