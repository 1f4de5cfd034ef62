import styled from 'styled-components';
import type { Row } from '#lib/contract/table.ts';
import { rowFileUrl } from '#services/table.ts';
import { radius } from '#styles/tokens.ts';
import type { CellContext } from '../cells/cell-text.ts';

const Picture = styled.img`
  display: block;
  width: calc(100% + 32px);
  height: 160px;
  margin: -4px -16px 12px;
  border-radius: ${radius('control')};
  object-fit: cover;
`;

type CoverProps = { itemId: string; row: Pick<Row, 'files'>; context: Pick<CellContext, 'fileUrl'> };

/** The first picture of a row, on its card. */
export function Cover({ itemId, row, context }: CoverProps) {
  const [id] = Object.entries(row.files ?? {}).find(([, { mime }]) => mime?.startsWith('image/')) ?? [];
  if (!id) return null;
  return <Picture src={context.fileUrl?.(id) ?? rowFileUrl(itemId, id)} alt="" loading="lazy" />;
}
