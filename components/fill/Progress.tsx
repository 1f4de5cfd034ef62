'use no memo';

import styled from 'styled-components';
import { color, MOTION, space } from '#styles/tokens.ts';
import { FormattedMessage } from './fill-words.ts';

const Box = styled.div`
  display: grid;
  gap: ${space(2)};
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`;

const Track = styled.div`
  overflow: hidden;
  height: 6px;
  border-radius: 3px;
  background: ${color('primaryTint')};

  > div {
    height: 100%;
    border-radius: 3px;
    background: ${color('primary')};
    transition: width ${MOTION};
  }
`;

/** How far somebody is: pages that are not for them don't count. */
export function Progress({ at, pages }: { at: number; pages: number }) {
  return (
    <Box>
      <span>
        <FormattedMessage id="fill.progress" values={{ page: at + 1, pages }} />
      </span>
      <Track aria-hidden>
        <div style={{ width: `${Math.round(((at + 1) / pages) * 100)}%` }} />
      </Track>
    </Box>
  );
}
