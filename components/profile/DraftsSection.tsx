import { FormattedMessage } from 'react-intl';
import { ClearDrafts } from '#components/drafts/ClearDrafts.tsx';
import { useDrafts } from '#components/drafts/use-drafts.ts';
import { LinkButton } from '#components/ui/Button.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';

/** The unsaved drafts that this browser stores, and how to delete them. */
export function DraftsSection() {
  const { list, others, clearAll } = useDrafts();
  const count = list?.length ?? 0;
  return (
    <Section
      title={<FormattedMessage id="drafts.title" />}
      text={<FormattedMessage id="profile.drafts_text" values={{ count }} />}
    >
      <SaveRow>
        <LinkButton href="/drafts">
          <FormattedMessage id="profile.drafts_show" />
        </LinkButton>
        <ClearDrafts count={count} others={others} onClear={clearAll} />
      </SaveRow>
    </Section>
  );
}
