/** If an item of a list throws while rendering, it becomes a grey line, and the rest of the list keeps working. */
import { Component, type CSSProperties, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { LongText } from './text/LongText.tsx';
import { withoutExcessMarks } from './text/text.ts';

interface Props {
  /** For the line: "This comment". */
  readonly item: string;
  /** The person can show it without formatting. A new text renders the item again. */
  readonly text: string | null | undefined;
  readonly as?: 'div' | 'li';
  /** For lists that place their items. */
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

interface State {
  readonly failedText: string | null | undefined;
  readonly hasFailed: boolean;
  readonly showsText: boolean;
}

export class ItemBoundary extends Component<Props, State> {
  override state: State = { failedText: null, hasFailed: false, showsText: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true, showsText: false };
  }

  static getDerivedStateFromProps({ text }: Props, state: State): Partial<State> | null {
    return state.failedText === text ? null : { failedText: text, hasFailed: false };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`${this.props.item} failed`, error, info.componentStack);
  }

  override render(): ReactNode {
    const { item, text, as: Element = 'div', style, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Element className="row wrap gap-2 soft p-1-0" style={style}>
        {this.state.showsText ? (
          <span className="min-w-0 pre-wrap break-words">
            <LongText text={withoutExcessMarks(text ?? '')} />
          </span>
        ) : (
          `${item} cannot be shown.`
        )}
        {text && !this.state.showsText ? (
          <Button
            small
            look="quiet"
            // On a line of its own, its label is in line with the text.
            className="outdent"
            text="Show as text"
            onClick={(event) => {
              event.stopPropagation();
              this.setState({ showsText: true });
            }}
          />
        ) : null}
      </Element>
    );
  }
}
