import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { failureText } from '#components/ui/failure-text.tsx';
import { Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { setWatchMails } from '#services/watching.ts';
import { color, space } from '#styles/tokens.ts';

const Check = styled.label`
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: 0 ${space(3)};
  min-height: 44px;
  cursor: pointer;

  > input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color('primaryFill')};
  }

  > strong {
    font-weight: 500;
  }

  > small {
    grid-column: 2;
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

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
      <Check>
        <input type="checkbox" checked={isWanted} onChange={(event) => void change(event.target.checked)} />
        <strong>
          <FormattedMessage id="profile.watch_mails_on" />
        </strong>
        <small>
          <FormattedMessage id="profile.watch_mails_on_help" />
        </small>
      </Check>
    </Section>
  );
}
