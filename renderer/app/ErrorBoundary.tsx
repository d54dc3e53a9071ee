import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/messages.tsx';

interface Props {
  /** What failed, in words: "The card panel". */
  readonly area: string;
  /** A change of this gives the area another try. */
  readonly resetKey?: string | null;
  readonly children: ReactNode;
}

/** Keeps a failure inside its area: the rest of the window works on. */
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
    return (
      <EmptyState
        title={`${this.props.area} cannot be shown`}
        action={<Button onClick={() => this.setState({ error: null })}>Try again</Button>}
      >
        {error.message} Nothing is lost: what you did is kept in the outbox.
      </EmptyState>
    );
  }
}
