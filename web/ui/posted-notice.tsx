import { Alert } from "./alert.tsx";
import type { Posted } from "./posted-form.ts";

/** The result of a form that the server handled, above the form; nothing without one. */
export const PostedNotice = ({ posted }: { posted: Posted | undefined }) =>
  posted ? (
    <div className="mb-5">
      <Alert live tone={posted.tone} title={posted.title}>
        {posted.messages.length === 1 ? (
          posted.messages[0]
        ) : (
          <ul className="grid list-disc gap-0.5 pl-5">
            {posted.messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  ) : null;
