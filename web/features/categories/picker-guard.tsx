import { Component, type ReactNode } from "react";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { reloadPage } from "#web/ui/connected/reachable.ts";

/** The message if the picker cannot be shown (spec 2 section 8). */
export const PICKER_FAILED = "There was an issue with the category selector. Please try again.";

/**
 * Preserves a form when its picker fails, or has nothing to choose from, and shows a message in its place.
 * Trying again shows the picker once more, or loads the page's data if there was none.
 */
export class PickerGuard extends Component<
  { empty: boolean; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { empty, children } = this.props;
    if (!empty && !this.state.failed) return children;
    return (
      <Alert
        tone="danger"
        live
        action={
          <Button
            variant="outline"
            size="sm"
            onClick={() => (empty ? void reloadPage() : this.setState({ failed: false }))}
          >
            Try again
          </Button>
        }
      >
        {PICKER_FAILED}
      </Alert>
    );
  }
}
