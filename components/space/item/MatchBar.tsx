import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { createGlobalStyle } from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';
import { CURRENT_MATCH_HIGHLIGHT, MATCH_HIGHLIGHT } from './use-text-matches.ts';

const Marks = createGlobalStyle`
  @media screen {
    ::highlight(${MATCH_HIGHLIGHT}) {
      background-color: ${color('mark')};
      color: ${color('text')};
    }

    ::highlight(${CURRENT_MATCH_HIGHLIGHT}) {
      background-color: ${color('primaryFill')};
      color: ${color('onFill')};
    }
  }
`;

const Bar = styled.div`
  position: sticky;
  z-index: 5;
  top: 96px;
  display: flex;
  align-items: center;
  width: fit-content;
  max-width: 100%;
  margin-left: auto;
  padding: 2px ${space(1)} 2px ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.card};
  font-size: 13px;

  > p {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

type MatchBarProps = {
  query: string;
  count: number;
  onGo: (step: 1 | -1) => void;
  onClear: () => void;
};

/** The number of matches of the search, and buttons to move between them. */
export function MatchBar({ query, count, onGo, onClear }: MatchBarProps) {
  const intl = useIntl();
  return (
    <Bar data-print="hidden">
      <Marks />
      <p role="status">
        <FormattedMessage id="item.found" values={{ count, query }} />
      </p>
      {count > 1 && (
        <>
          <IconButton
            icon={ChevronUp}
            size="small"
            label={intl.formatMessage({ id: 'item.found_previous' })}
            onClick={() => onGo(-1)}
          />
          <IconButton
            icon={ChevronDown}
            size="small"
            label={intl.formatMessage({ id: 'item.found_next' })}
            onClick={() => onGo(1)}
          />
        </>
      )}
      <IconButton
        icon={X}
        size="small"
        label={intl.formatMessage({ id: 'item.found_clear' })}
        onClick={onClear}
      />
    </Bar>
  );
}
