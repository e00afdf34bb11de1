import { Component, createRef, type ReactNode } from "react";
import { rememberTyped } from "./typed-text.ts";

/** A second fault within this time is no accident of the document. */
const AGAIN_MS = 1000;

/** Whether the document was not what React left: a translator or an extension has moved its nodes. */
const isMoved = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "NotFoundError";

interface State {
  error?: unknown;
  /** When the children were last made again, by the page's own clock. */
  at: number;
  failed: boolean;
}

/**
 * Makes its children again, with what was typed into them, when React no longer finds their nodes in the document.
 * Texts beside what comes and goes have elements of their own, which survive a translator (tests/house); this is for
 * whatever else changes a page. The known remedy, a `removeChild` and `insertBefore` that forgive, was not taken: it
 * would leave in sight what the page has taken away, such as the refusal of a form, and nobody would learn of it.
 */
export class Remade extends Component<{ children: ReactNode }, State> {
  override state: State = { at: Number.NEGATIVE_INFINITY, failed: false };
  private readonly root = createRef<HTMLDivElement>();
  private restore: (() => void) | null = null;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  /** Before React takes the old nodes away. */
  override getSnapshotBeforeUpdate(_: unknown, before: State): null {
    if (this.state.failed && !before.failed)
      this.restore = rememberTyped(() => this.root.current ?? document);
    return null;
  }

  override componentDidUpdate(_: unknown, before: State): void {
    if (this.state.failed) this.setState({ failed: false, at: performance.now() });
    else if (before.failed) this.restore?.();
  }

  override render(): ReactNode {
    const { error, failed, at } = this.state;
    if (failed && (!isMoved(error) || performance.now() - at < AGAIN_MS)) throw error;
    return (
      <div ref={this.root} className="contents">
        {failed ? null : this.props.children}
      </div>
    );
  }
}
