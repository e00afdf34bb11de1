import { useLocation } from "react-router";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The same address without its page number; null if it has none. */
const firstPage = ({ pathname, search }: { pathname: string; search: string }): string | null => {
  const params = new URLSearchParams(search);
  if (!params.has("page")) return null;
  params.delete("page");
  return params.size > 0 ? `${pathname}?${params}` : pathname;
};

/** Page Not Found, with links back. A list that has become shorter leads to its first page. */
export const NotFoundScreen = () => {
  const first = firstPage(useLocation());
  return (
    <Container width="md" className="py-16">
      <EmptyState
        art="lost"
        level={1}
        title="Page Not Found"
        action={
          <>
            {first && (
              <ButtonLink to={first} variant="solid">
                Go to the first page
              </ButtonLink>
            )}
            <ButtonLink to="/" variant={first ? "outline" : "solid"}>
              Return Home
            </ButtonLink>
            {!first && (
              <ButtonLink to="/login" variant="outline">
                Log in
              </ButtonLink>
            )}
          </>
        }
      >
        <p>
          {first
            ? "This list has fewer pages than that."
            : "The page you are looking for does not exist, or it has moved."}
        </p>
      </EmptyState>
    </Container>
  );
};
