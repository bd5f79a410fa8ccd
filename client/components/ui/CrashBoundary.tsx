import { Component, type ReactNode } from 'react';
import { useText } from '../../text/useText.tsx';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Keeps a page that breaks (or whose code can't be loaded) from taking the frame with it. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const { copy } = useText();
  return (
    <Notice
      tone="danger"
      title={copy.errors.crashed}
      action={
        <Button variant="default" onClick={() => window.location.reload()}>
          {copy.actions.retry}
        </Button>
      }
    />
  );
}
