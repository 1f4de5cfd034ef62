import NextLink from 'next/link';
import { FormattedMessage, FormattedNumber } from 'react-intl';
import styled from 'styled-components';
import { ItemLink, ItemLinkList } from '#components/space/item/ItemLink.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { FormEntry } from '#lib/contract/form.ts';
import { color, space } from '#styles/tokens.ts';

const Group = styled.section`
  margin-bottom: ${space(5)};
`;

const Top = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(3)};
  margin-bottom: ${space(2)};
  font-size: 13px;

  > h2 {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }
`;

type SpaceFormsProps = {
  base: string;
  forms: readonly FormEntry[];
  /** Their total number; null where a filter excludes some. */
  count: number | null;
};

/** The first forms of a space, above its items: they are in no folder. */
export function SpaceForms({ base, forms, count }: SpaceFormsProps) {
  if (forms.length === 0) return null;
  return (
    <Group aria-labelledby="space-forms">
      <Top>
        <h2 id="space-forms">
          <FormattedMessage id="forms.tab" />
          {count !== null && (
            <>
              {' '}
              <FormattedNumber value={count} />
            </>
          )}
        </h2>
        <NextLink href={`${base}/forms`} prefetch={false}>
          <FormattedMessage id="space.all_forms" />
        </NextLink>
      </Top>
      <ItemLinkList>
        {forms.map((form) => (
          <li key={form.id}>
            <ItemLink
              item={{ kind: 'form', title: form.title }}
              href={form.allowed.includes('form.change') ? `${base}/forms/${form.id}` : `/f/${form.slug}`}
              note={<RelativeTime value={form.updated_at} />}
            />
          </li>
        ))}
      </ItemLinkList>
    </Group>
  );
}
