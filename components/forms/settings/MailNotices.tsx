import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Notice } from '#components/ui/Notice.tsx';
import { getBasicSettings } from '#services/account.ts';

/** Whether the server sends mail; null until it is known. */
function useSendsMail(): boolean | null {
  const [sends, setSends] = useState<boolean | null>(null);
  useEffect(() => {
    let over = false;
    getBasicSettings().then(
      ({ data }) => !over && setSends(data.mail.is_configured),
      // Without the information, no notice is shown.
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, []);
  return sends;
}

/**
 * Shown where mails of a form are switched on: that the server sends none, or that those to the team contain no values.
 */
export function MailNotices() {
  const { form } = useDraft();
  const sends = useSendsMail();
  if (sends === false) {
    return (
      <Notice tone="warning">
        <FormattedMessage id="form_settings.no_mail" />
      </Notice>
    );
  }
  if (form.notify_has_answers !== false) return null;
  const isReader = form.allowed.includes('form.read_submissions');
  return (
    <Notice>
      <FormattedMessage
        id={isReader ? 'form_settings.notify_without_answers' : 'form_settings.notify_without_answers_admin'}
      />
    </Notice>
  );
}
