import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { componentOnUse } from '#components/ui/lazy-component.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { readPanelState, storePanelState } from './stored-tree.ts';
import { useTreeLocation } from './tree-location.ts';

const [DocumentTree, loadTree] = componentOnUse(() =>
  import('./DocumentTree.tsx').then((file) => file.DocumentTree),
);

const Panel = styled.section`
  padding-top: ${space(4)};
`;

const Heading = styled.h2`
  font-size: 13px;
  font-weight: 500;
  letter-spacing: 0;

  > button {
    display: flex;
    align-items: center;
    gap: ${space(1)};
    width: 100%;
    min-height: 32px;
    padding: 0 ${space(3)};
    border: 0;
    background: none;
    font: inherit;
    cursor: pointer;
    border-radius: ${radius('chip')};
    color: ${color('quiet')};
    text-align: start;

    &:hover {
      background: ${color('hover')};
      color: ${color('text')};
    }
  }
`;

/** The folders and documents of the page's space, in the sidebar; closed until somebody opens it. */
export function DocumentPanel() {
  const storage = useAccountStorage();
  const at = useTreeLocation();
  const [isOpen, setOpen] = useState(false);
  // Stored in the browser: the server renders it closed.
  useEffect(() => setOpen(readPanelState(storage)), [storage]);
  if (!at) return null;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Panel>
      <Heading>
        <button
          type="button"
          aria-expanded={isOpen}
          onPointerEnter={loadTree}
          onClick={() => {
            setOpen(!isOpen);
            storePanelState(storage, !isOpen);
          }}
        >
          <Icon aria-hidden size={15} />
          <FormattedMessage id="tree.title" />
        </button>
      </Heading>
      {isOpen && <DocumentTree key={`${at.handle}/${at.slug}`} at={at} />}
    </Panel>
  );
}
