import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useBuilder } from '#components/forms/builder/context/builder-context.ts';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import type { FormPage } from '#lib/forms/layout.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { ConditionSummary } from './ConditionSummary.tsx';
import { SelectButton } from './SelectButton.tsx';

const Slot = styled.li`
  padding: ${space(4)} ${space(1)} ${space(1)};
  list-style: none;
`;

const Line = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 40px;
  padding: 0 ${space(2)};
  border-radius: ${radius('control')};

  &:has([aria-pressed='true']) {
    background: ${color('primaryTint')};
  }
`;

const Ordinal = styled.span`
  flex: none;
  color: ${color('quiet')};
  font-size: 12.5px;
  font-weight: 600;
`;

const Acts = styled.div`
  position: relative;
  z-index: 2;
`;

type PageHeaderProps = { page: Omit<FormPage, 'blocks'>; at: number; count: number };

/** The header of a page. It stays in place while blocks are dragged over it, to another page. */
export const PageHeader = memo(function PageHeader({ page, at, count }: PageHeaderProps) {
  const intl = useIntl();
  const builder = useBuilder();
  const { setNodeRef, transform, transition } = useSortable({
    id: page.id,
    disabled: { draggable: true },
  });
  const number = intl.formatMessage({ id: 'builder.page_n' }, { number: at + 1 });
  const label = page.title || number;
  return (
    <Slot ref={setNodeRef} style={{ transform: CSS.Translate.toString(transform), transition }}>
      <Line>
        {page.title && <Ordinal aria-hidden>{number}</Ordinal>}
        <SelectButton id={page.id} kind="page" label={label} />
        {count > 1 && (
          <Acts>
            <Menu
              align="end"
              entries={[
                {
                  icon: ArrowUp,
                  label: <FormattedMessage id="builder.move_up" />,
                  disabled: at === 0,
                  onSelect: () => builder.movePage(page.id, -1),
                },
                {
                  icon: ArrowDown,
                  label: <FormattedMessage id="builder.move_down" />,
                  disabled: at === count - 1,
                  onSelect: () => builder.movePage(page.id, 1),
                },
                { separator: true },
                {
                  icon: Trash2,
                  danger: true,
                  label: <FormattedMessage id="builder.delete_page" />,
                  onSelect: () => builder.removePage(page.id),
                },
              ]}
            >
              {(trigger) => (
                <IconButton
                  icon={Ellipsis}
                  size="small"
                  label={intl.formatMessage({ id: 'builder.more_of' }, { name: label.slice(0, 60) })}
                  {...trigger}
                />
              )}
            </Menu>
          </Acts>
        )}
      </Line>
      <ConditionSummary kind="page" id={page.id} visible={page.visible_if} />
    </Slot>
  );
});
