import { SquarePen } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { LinkButton } from '#components/ui/Button.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { FormOperation } from '#lib/access/operations.ts';
import { CONTENT_WIDTH } from '#lib/text/constants.ts';
import { space } from '#styles/tokens.ts';
import type { FormPageData } from './form-page.ts';

const SubmissionsTab = lazyComponent(() =>
  import('#components/forms/responses/SubmissionsTab.tsx').then((file) => file.SubmissionsTab),
);

const Texts = styled.div`
  display: grid;
  gap: ${space(4)};
  max-width: ${CONTENT_WIDTH}px;
  margin-bottom: ${space(6)};
`;

const Description = styled.p`
  font-size: 16px;
  line-height: 1.7;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

/**
 * A form for users who may not change it: its description, a link to fill it in, and its submissions if they may read
 * those.
 */
export function ReadOnlyForm({ form, crumbs }: FormPageData) {
  const may = (operation: FormOperation) => form.allowed.includes(operation);
  const isOpen = form.published_version !== null && form.trashed_at === null;
  return (
    <Screen
      title={form.title}
      mark={<KindIcon kind="form" labelled />}
      crumbs={crumbs.map(({ href, label }) => ({ href, label: <bdi>{label}</bdi> }))}
      actions={
        isOpen &&
        may('form.submit') && (
          <LinkButton variant="primary" icon={SquarePen} href={`/f/${form.slug}`} prefetch={false}>
            <FormattedMessage id="builder.fill" />
          </LinkButton>
        )
      }
    >
      <Texts>
        {form.trashed_at !== null && (
          <Notice tone="warning">
            <FormattedMessage id="builder.in_trash" />
          </Notice>
        )}
        {form.published_version === null && (
          <Notice>
            <FormattedMessage id="builder.not_open_here" />
          </Notice>
        )}
        {form.description && <Description dir="auto">{form.description}</Description>}
      </Texts>
      {may('form.read_submissions') && <SubmissionsTab form={form} />}
    </Screen>
  );
}
