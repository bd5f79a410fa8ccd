import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/**
 * A button that opens a panel. It closes by Escape, which gives the focus back, by a click elsewhere, and when the
 * focus leaves. `root` is the element around both.
 */
export function usePanel() {
  const [opened, setOpened] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const target = useRef<HTMLButtonElement>(null);
  const close = () => setOpened(false);
  useEffect(() => {
    if (!opened) return;
    const onPointerDown = (event: PointerEvent) =>
      event.target instanceof Node && !root.current?.contains(event.target) && setOpened(false);
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [opened]);
  return {
    opened,
    target,
    close,
    toggle: () => setOpened(!opened),
    around: {
      ref: root,
      onKeyDown(event: KeyboardEvent) {
        if (!opened || event.key !== 'Escape') return;
        close();
        target.current?.focus();
      },
      onBlur(event: FocusEvent) {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      },
    },
  };
}
