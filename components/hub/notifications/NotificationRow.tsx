import { Check, Mail } from 'lucide-react';
import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { Notification } from '#lib/contract/notification.ts';
import { color, MOTION, radius, space } from '#styles/tokens.ts';

/* The link covers the row; the button is above it. */
const Row = styled.li<{ $unread: boolean }>`
  position: relative;
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto;
  gap: ${space(3)};
  align-items: start;
  padding: ${space(3)} ${space(4)};
  background: ${({ $unread }) => ($unread ? color('primaryTint') : 'none')};
  transition: background ${MOTION};

  & + & {
    border-top: 1px solid ${color('line')};
  }

  &:hover {
    background: ${({ $unread }) => ($unread ? color('primaryTint') : color('hover'))};
  }

  > button {
    position: relative;
  }
`;

const Details = styled.div`
  display: grid;
  gap: 2px;
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Opens = styled(NextLink)<{ $unread: boolean }>`
  color: ${color('text')};
  font-weight: ${({ $unread }) => ($unread ? 600 : 400)};
  text-decoration: none;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${radius('control')};
  }

  &:hover {
    text-decoration: none;
  }

  &:focus-visible {
    outline: none;
  }

  &:focus-visible::after {
    outline: 2px solid ${color('primaryText')};
    outline-offset: -3px;
  }
`;

/* There is nothing to open. */
const Sentence = styled.p<{ $unread: boolean }>`
  font-weight: ${({ $unread }) => ($unread ? 600 : 400)};
`;

const Quote = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Notes = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(3)};
  color: ${color('quiet')};
  font-size: 13px;
`;

type NotificationRowProps = {
  notification: Notification;
  /** Whether the reader has others: the hub is named then. */
  namesHub: boolean;
  onMark: (read: boolean) => void;
};

/** A notification: who did what where, its text, and when; the whole row opens the place, where there is one. */
export function NotificationRow({ notification, namesHub, onMark }: NotificationRowProps) {
  const intl = useIntl();
  const { event, actor, thing: about, text, due, count, url, created_at, read_at } = notification;
  const isUnread = read_at === null;
  const name = actor?.name || intl.formatMessage({ id: 'notifications.somebody' });
  // The person who responded for a hub is not named.
  const shownAs =
    !actor && about.kind === 'hub' ? { id: about.id, name: about.title } : { id: actor?.id ?? '', name };
  const day = due && intl.formatDate(`${due}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  const open = () => {
    if (isUnread) onMark(true);
  };
  const sentence = (
    <>
      {isUnread && (
        <VisuallyHidden>
          <FormattedMessage id="notifications.is_unread" />
        </VisuallyHidden>
      )}{' '}
      <FormattedMessage
        id={`notifications.event_${event}`}
        values={{ actor: <bdi>{name}</bdi>, title: <bdi>{about.title}</bdi>, count, others: count - 1 }}
      />
    </>
  );
  return (
    <Row $unread={isUnread}>
      <Avatar name={shownAs.name} seed={shownAs.id} src={actor?.avatar_url ?? null} size={36} />
      <Details>
        {url === null ? (
          <Sentence $unread={isUnread}>{sentence}</Sentence>
        ) : (
          <Opens href={url} prefetch={false} $unread={isUnread} onClick={open} onAuxClick={open}>
            {sentence}
          </Opens>
        )}
        {text && (
          <Quote>
            <bdi>{text}</bdi>
          </Quote>
        )}
        <Notes>
          <RelativeTime value={created_at} />
          {day && <FormattedMessage id="notifications.due" values={{ day }} />}
          {namesHub && <bdi>{about.hub.name}</bdi>}
        </Notes>
      </Details>
      <IconButton
        icon={isUnread ? Check : Mail}
        size="small"
        label={intl.formatMessage({ id: isUnread ? 'notifications.mark_read' : 'notifications.mark_unread' })}
        onClick={() => onMark(isUnread)}
      />
    </Row>
  );
}
