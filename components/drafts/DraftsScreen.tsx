import {
  FileText,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  PenLine,
  Send,
  SquareStack,
} from 'lucide-react';
import Link from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { DraftListEntry } from '#lib/browser/draft-list.ts';
import type { DraftMetadata } from '#lib/browser/drafts.ts';
import { CONTENT_WIDTH } from '#lib/text/constants.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { ClearDrafts } from './ClearDrafts.tsx';
import { useDrafts } from './use-drafts.ts';

const Column = styled.div`
  display: grid;
  gap: ${space(4)};
  max-width: ${CONTENT_WIDTH + 120}px;
  margin: 0 auto;
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};

  > p {
    flex: 1 1 300px;
    color: ${color('quiet')};
  }
`;

const List = styled.ul`
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(3)} ${space(4)};

  & + & {
    border-top: 1px solid ${color('line')};
  }

  > svg {
    flex: none;
    color: ${color('quiet')};
  }

  ${below('sm')} {
    flex-wrap: wrap;
  }
`;

const Details = styled.div`
  display: grid;
  flex: 1;
  min-width: 0;

  > a {
    color: inherit;
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  > span {
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }
`;

const Acts = styled.div`
  display: flex;
  flex: none;
  gap: ${space(2)};

  ${below('sm')} {
    width: 100%;
    justify-content: flex-end;
  }
`;

const ICONS: Record<DraftMetadata['kind'], LucideIcon> = {
  document: FileText,
  new_document: FileText,
  note: MessageSquare,
  comment: MessageSquare,
  post: MessagesSquare,
  form: SquareStack,
  answer: PenLine,
  waiting_answer: Send,
};

/** All unsaved input of the viewer in this browser. */
export function DraftsScreen() {
  const intl = useIntl();
  const toast = useToast();
  const { list, others, discard, clearAll } = useDrafts();
  const titleOf = ({ about }: DraftListEntry) =>
    about.title.trim() || intl.formatMessage({ id: 'drafts.untitled' });
  const drop = (draft: DraftListEntry) => {
    const putBack = discard(draft.key);
    toast({
      text: intl.formatMessage({ id: 'drafts.discarded' }, { title: titleOf(draft) }),
      action: { label: <FormattedMessage id="drafts.undo" />, onSelect: putBack },
    });
  };
  return (
    <Screen title={intl.formatMessage({ id: 'drafts.title' })}>
      <Column>
        <Head>
          <p>
            <FormattedMessage id="drafts.text" />
          </p>
          {list && <ClearDrafts count={list.length} others={others} onClear={clearAll} />}
        </Head>
        {list === null && <SkeletonList rows={4} />}
        {list?.length === 0 && (
          <EmptyState
            title={<FormattedMessage id="drafts.none" />}
            text={<FormattedMessage id="drafts.none_text" />}
            action={
              <LinkButton href="/">
                <FormattedMessage id="drafts.home" />
              </LinkButton>
            }
          />
        )}
        {list && list.length > 0 && (
          <List aria-label={intl.formatMessage({ id: 'drafts.title' })}>
            {list.map((draft) => {
              const Icon = ICONS[draft.about.kind];
              const title = titleOf(draft);
              return (
                <Row key={draft.key}>
                  <Icon aria-hidden size={20} strokeWidth={1.75} />
                  <Details>
                    <Link href={draft.about.path} dir="auto">
                      {title}
                    </Link>
                    <span>
                      <FormattedMessage id={`drafts.kind_${draft.about.kind}`} />
                      {draft.about.hub && (
                        <>
                          {' · '}
                          <bdi>{draft.about.hub}</bdi>
                        </>
                      )}
                      {' · '}
                      <RelativeTime value={new Date(draft.at).toISOString()} />
                    </span>
                  </Details>
                  <Acts>
                    <LinkButton size="small" href={draft.about.path}>
                      <FormattedMessage
                        id="drafts.open"
                        values={{ title: <VisuallyHidden>{title}</VisuallyHidden> }}
                      />
                    </LinkButton>
                    <Button size="small" onClick={() => drop(draft)}>
                      <FormattedMessage
                        id="drafts.discard"
                        values={{ title: <VisuallyHidden>{title}</VisuallyHidden> }}
                      />
                    </Button>
                  </Acts>
                </Row>
              );
            })}
          </List>
        )}
      </Column>
    </Screen>
  );
}
