import { useQuery } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Notice } from '#components/ui/Notice.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { getBasicSettings } from '#services/account.ts';

/** Whether the server sends mail; null until it is known. */
function useSendsMail(): boolean | null {
  const { data } = useQuery({
    queryKey: ['basic settings'],
    queryFn: async ({ signal }) => (await getBasicSettings(signal)).data,
  });
  return data ? data.mail.is_configured : null;
}

/** Warns, where a form sends mail, that the server sends none, or that mails to the team have no answers. */
export const MailNotices = withQueries(function MailNotices() {
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
        id={isReader ? 'form_settings.notify_without_content' : 'form_settings.notify_without_content_admin'}
      />
    </Notice>
  );
});
