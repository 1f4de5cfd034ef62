import { useQuery } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { DocumentImport } from '#lib/contract/job.ts';
import { listImports } from '#services/space.ts';
import { color, space } from '#styles/tokens.ts';
import { importCounts } from './import-counts.ts';

const Part = styled.section`
  display: grid;
  gap: ${space(2)};
  padding-top: ${space(4)};
  border-top: 1px solid ${color('line')};

  > h3 {
    font-size: 15px;
  }

  > p,
  small {
    color: ${color('quiet')};
    font-size: 13px;
  }

  ul {
    display: grid;
    gap: ${space(2)};
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space(3)};
  }

  li > span {
    display: grid;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

/** The reader's own imports into a space: those that run, and those that ended, with their reports. */
export function PastImports({ slug, onShow }: { slug: string; onShow: (one: DocumentImport) => void }) {
  const { data } = useQuery({
    queryKey: ['past imports', slug],
    queryFn: ({ signal }) => listImports(slug, signal),
    // Whether there is another one is asked whenever the dialog is opened.
    staleTime: 0,
  });
  if (!data || data.length === 0) return null;
  return (
    <Part aria-labelledby="past-imports">
      <h3 id="past-imports">
        <FormattedMessage id="space_import.past" />
      </h3>
      <p>
        <FormattedMessage id="space_import.past_text" />
      </p>
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            <span>
              <bdi>{one.file_name}</bdi>
              <small>
                <RelativeTime value={one.created_at} />
                {' · '}
                <FormattedMessage id="space_import.progress" values={importCounts(one)} />
              </small>
            </span>
            <Button size="small" onClick={() => onShow(one)}>
              <FormattedMessage id="space_import.show_report" />
              <VisuallyHidden> {one.file_name}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
