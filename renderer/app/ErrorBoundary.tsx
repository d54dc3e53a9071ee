/** If rendering throws in one area, shows a message there; the rest of the window keeps working. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/messages.tsx';

interface Props {
  /** For the error message, such as "The card panel". */
  readonly area: string;
  /** When this value changes after an error, the area renders again. */
  readonly resetKey?: string | null;
  readonly children: ReactNode;
}

/** True for messages of Chromium and Vite about a script or stylesheet that cannot be loaded. */
const isMissingCode = ({ message }: Error): boolean =>
  /dynamically imported module|Unable to preload CSS/.test(message);

export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`${this.props.area} failed`, error, info.componentStack);
  }

  override componentDidUpdate(previous: Props): void {
    if (previous.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (isMissingCode(error))
      return (
        <EmptyState
          title="Reload to go on"
          action={<Button text="Reload the window" onClick={() => location.reload()} />}
        >
          Decktop’s files have changed, most likely by an update. Your changes and drafts are kept.
        </EmptyState>
      );
    return (
      <EmptyState
        title={`${this.props.area} cannot be shown`}
        action={<Button text="Try again" onClick={() => this.setState({ error: null })} />}
      >
        {error.message} Nothing is lost: what you did is kept in the outbox.
      </EmptyState>
    );
  }
}
