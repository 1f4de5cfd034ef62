import { Download } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { LinkButton } from '#components/ui/Button.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { downloadName } from '#lib/text/download-name.ts';
import { downloadUrl } from '#services/item.ts';
import { space } from '#styles/tokens.ts';
import { ItemBody } from './ItemBody.tsx';
import type { ItemPageData } from './item-page.ts';
import { PublicBreadcrumbs } from './PublicBreadcrumbs.tsx';

/* In the column of the text, whatever stands beside that. */
const Crumbs = styled(PublicBreadcrumbs)`
  margin-bottom: ${space(2)};
`;

const Title = styled.h1`
  font-size: 34px;
  font-weight: 700;
  line-height: 1.2;
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;
`;

/** A public item for visitors, also without a script. */
export function PublicItem({ data }: { data: ItemPageData }) {
  const { item, crumbs } = data;
  return (
    <>
      <PageTitle title={item.title} />
      <ItemBody
        data={data}
        item={item}
        title={
          <div>
            <Crumbs crumbs={crumbs} />
            <Title dir="auto">{item.title}</Title>
          </div>
        }
        notice={
          item.file_name !== null &&
          item.allowed.includes('item.download') && (
            <div>
              <LinkButton
                href={downloadUrl(item.id)}
                prefetch={false}
                download={downloadName(item)}
                icon={Download}
              >
                <FormattedMessage id="item.download" />
              </LinkButton>
            </div>
          )
        }
      />
    </>
  );
}
