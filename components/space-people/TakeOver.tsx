import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#components/account/use-form.ts';
import { Button } from '#components/common/Button.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { PasswordField } from '#components/common/PasswordField.tsx';
import type { Space } from '#lib/contract/space.ts';
import { required } from '#lib/messages.ts';
import { takeOverSpace } from '#services/space.ts';

type TakeOverProps = { slug: string; hubName: string; onClose: () => void; onTaken: (space: Space) => void };

/** Asks a hub's owner for the password before a space is taken over. */
export function TakeOver({ slug, hubName, onClose, onTaken }: TakeOverProps) {
  const intl = useIntl();
  const formId = useId();
  const label = intl.formatMessage({ id: 'take_over.password' });
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? null : required(label) }),
    send: async ({ password }) => onTaken((await takeOverSpace(slug, { password })).data),
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="take_over.title" />}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={form.busy}>
            <FormattedMessage id="take_over.submit" />
          </Button>
        </>
      }
    >
      <form id={formId} {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <p>
          <FormattedMessage id="take_over.text" values={{ hub: <bdi>{hubName}</bdi> }} />
        </p>
        <br />
        <PasswordField {...form.bind('password')} label={label} autoComplete="current-password" required />
      </form>
    </Modal>
  );
}
