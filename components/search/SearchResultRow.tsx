import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Badge } from '#components/ui/Badge.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { VisibilityIcon } from '#components/ui/VisibilityChip.tsx';
import type { SearchResult } from '#lib/contract/search.ts';
import { below, color, space } from '#styles/tokens.ts';
import { resultLocation } from './result-location.ts';
import { Snippet } from './Snippet.tsx';

const Line = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;
`;

const Top = styled.span`
  display: flex;
  align-items: baseline;
  gap: 5px;
  min-width: 0;
  color: ${color('quiet')};
  font-size: 13px;
  white-space: nowrap;

  > * {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  ${below('sm')} {
    flex-wrap: wrap;
    row-gap: 0;
  }
`;

const Title = styled.bdi`
  flex: 0 1 auto;
  color: ${color('text')};
  font-size: 14px;
  font-weight: 600;

  ${below('sm')} {
    flex-basis: 100%;
  }
`;

const SpaceName = styled.bdi`
  flex: 0 1 auto;
  min-width: 40px;
  max-width: 200px;

  &::before {
    content: '· ';
  }

  ${below('sm')} {
    &::before {
      content: none;
    }
  }
`;

const Place = styled.bdi`
  flex: none;
  max-width: 240px;
  color: ${color('primaryText')};
  font-weight: 500;

  &::before {
    color: ${color('quiet')};
    content: '· ';
  }
`;

const Text = styled.span<{ $lines: number }>`
  display: -webkit-box;
  overflow: hidden;
  color: ${color('quiet')};
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: ${({ $lines }) => $lines};
  line-clamp: ${({ $lines }) => $lines};

  mark {
    color: ${color('text')};
  }
`;

export const searchResultStyles = `
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 64px;
  padding: ${space(3)} ${space(6)};
`;

/** A search result in any list: the resource, its location, and the text around the match. */
export function SearchResultRow({ result, lines = 1 }: { result: SearchResult; lines?: number }) {
  const intl = useIntl();
  const place = resultLocation(intl, result);
  return (
    <>
      <KindIcon kind={result.item.kind} labelled />
      <Line>
        <Top>
          <Title title={result.item.title}>
            <Snippet html={result.title} />
          </Title>
          <SpaceName>{result.space.name}</SpaceName>
          {place && <Place>{place}</Place>}
          <VisibilityIcon visibility={result.item.effective_visibility} size={13} />
          {(result.item.archived || result.item.archived_at !== null) && (
            <Badge tone="info">
              <FormattedMessage id="item.archived" />
            </Badge>
          )}
        </Top>
        {result.snippet && (
          <Text $lines={lines} dir="auto">
            <Snippet html={result.snippet} />
          </Text>
        )}
      </Line>
    </>
  );
}
