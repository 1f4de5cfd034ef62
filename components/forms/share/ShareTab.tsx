import { FormattedMessage } from 'react-intl';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { SharePanels } from '#components/sharing/SharePanels.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { Section, Sections } from '#components/ui/Section.tsx';
import { EmbedCodes } from './EmbedCodes.tsx';
import { FormLink, useFormLink } from './FormLink.tsx';
import { QrCode } from './QrCode.tsx';

/** The form's link, its embed codes, and who may fill and see it. */
export function ShareTab() {
  const draft = useDraft();
  const { id, slug, published_version, visibility, settings } = draft.form;
  const link = useFormLink(slug);
  return (
    <Sections>
      {published_version === null && (
        <Notice tone="warning">
          <FormattedMessage id="form_share.not_published" />
        </Notice>
      )}
      <Section
        title={<FormattedMessage id="form_share.link_title" />}
        text={<FormattedMessage id={`form_share.link_${visibility}`} />}
      >
        <FormLink slug={slug} />
        <QrCode link={link} name={`form-${slug}`} />
      </Section>
      <Section
        title={<FormattedMessage id="form_share.people_title" />}
        text={<FormattedMessage id="form_share.people_text" />}
      >
        <SharePanels resource={{ kind: 'form', id }} onChanged={() => void draft.refresh()} />
      </Section>
      <Section
        title={<FormattedMessage id="form_share.embed_title" />}
        text={<FormattedMessage id="form_share.embed_text" />}
      >
        <EmbedCodes slug={slug} origins={settings.embed_origins} visibility={visibility} />
      </Section>
    </Sections>
  );
}
