import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { CheckSetting } from '#components/ui/CheckSetting.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { setWatchMails } from '#services/watching.ts';

/** Whether changes of watched items come by mail. */
export function WatchMailsSection({ first }: { first: boolean }) {
  const toast = useToast();
  const [isWanted, setIsWanted] = useState(first);

  const change = async (wanted: boolean) => {
    setIsWanted(wanted);
    try {
      await setWatchMails(wanted);
    } catch (error) {
      setIsWanted(!wanted);
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  return (
    <Section
      title={<FormattedMessage id="profile.watch_mails" />}
      text={<FormattedMessage id="profile.watch_mails_text" />}
    >
      <CheckSetting
        label={<FormattedMessage id="profile.watch_mails_on" />}
        help={<FormattedMessage id="profile.watch_mails_on_help" />}
        checked={isWanted}
        onChange={(wanted) => void change(wanted)}
      />
      <NextLink href="/watched">
        <FormattedMessage id="watched.open" />
      </NextLink>
    </Section>
  );
}
