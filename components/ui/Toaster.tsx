import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useNotification } from '#context/NotificationProvider.tsx';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { Badge, type Tone } from './Badge.tsx';
import { Button, IconButton } from './Button.tsx';

export type Toast = {
  tone?: Tone;
  text: ReactNode;
  /** Undoes the action, or solves the problem. */
  action?: { label: ReactNode; onSelect: () => void };
};

type Shown = Toast & { id: number };

const SHOWN_FOR = 6000;
/** Errors and toasts with an action stay longer. */
const SHOWN_LONGER = 12_000;
const MOST = 3;

const Region = styled.div`
  position: fixed;
  z-index: 1500;
  inset: auto ${space(6)} ${space(6)} auto;
  display: grid;
  gap: ${space(2)};
  width: min(400px, calc(100vw - 32px));
  margin: 0;
  padding: 0;
  overflow: visible;
  border: 0;
  background: none;
  color: inherit;

  ${below('md')} {
    inset: auto 16px calc(84px + env(safe-area-inset-bottom)) auto;
  }
`;

const Card = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(3)} ${space(2)} ${space(3)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};

  > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const ToastContext = createContext<((toast: Toast) => void) | null>(null);

/** Dialogs of the browser lie over everything else of a page: what is to be seen over one has to be opened after it. */
function liftOverDialogs(region: HTMLElement): void {
  if (!region.showPopover || !document.querySelector('dialog:modal')) return;
  region.popover = 'manual';
  if (region.matches(':popover-open')) region.hidePopover();
  region.showPopover();
}

/** Shows and announces short messages over the page, including those of the notification state. */
export function Toaster({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([]);
  const last = useRef(0);
  const show = useCallback((toast: Toast) => {
    last.current += 1;
    const id = last.current;
    setToasts((shown) => [...shown.slice(1 - MOST), { ...toast, id }]);
  }, []);
  const drop = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);

  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (toasts.length > 0 && region.current) liftOverDialogs(region.current);
  }, [toasts]);

  const { error, message } = useNotification();
  useEffect(() => {
    if (error) show({ tone: 'error', text: error });
  }, [error, show]);
  useEffect(() => {
    if (message) show({ tone: 'success', text: message });
  }, [message, show]);

  return (
    <ToastContext.Provider value={show}>
      {children}
      <Region ref={region} data-print="hidden" aria-live="polite" role="status">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDrop={drop} />
        ))}
      </Region>
    </ToastContext.Provider>
  );
}

function ToastCard({ toast, onDrop }: { toast: Shown; onDrop: (id: number) => void }) {
  const intl = useIntl();
  const [isPaused, setPaused] = useState(false);
  const { id, tone = 'info', text, action } = toast;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onDrop(id), action || tone === 'error' ? SHOWN_LONGER : SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isPaused, id, action, tone, onDrop]);
  return (
    <Card
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div>{tone === 'info' ? text : <Badge tone={tone}>{text}</Badge>}</div>
      {action && (
        <Button
          size="small"
          onClick={() => {
            action.onSelect();
            onDrop(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        icon={X}
        size="small"
        label={intl.formatMessage({ id: 'action.dismiss' })}
        onClick={() => onDrop(id)}
      />
    </Card>
  );
}

/** Shows a toast: `toast({ tone: 'success', text: <FormattedMessage … />, action: { label, onSelect } })`. */
export function useToast(): (toast: Toast) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a layout around it');
  return show;
}
