import { faultOf } from "#domain/site/faults.ts";
import { ANSWERS, answerQuestion, loadQuestion } from "#web/features/jobs/question.ts";
import { StillLooking } from "#web/features/jobs/still-looking.tsx";
import { siteContext } from "#web/session/site.ts";
import { Container } from "#web/ui/container.tsx";
import { postedWords } from "#web/ui/posted-form.ts";
import type { Route } from "./+types/still-looking.ts";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const question = token ? await loadQuestion(visitor, token) : null;
  return { question, token, siteName: settings.siteName };
};

/** On the server, so that it also works without scripts; the link itself is the authorization. */
export const action = async ({ context, request }: Route.ActionArgs) => {
  const { visitor } = context.get(siteContext);
  const form = await request.formData();
  const answer = ANSWERS.find((one) => one === form.get("answer"));
  if (!answer) return { problem: "Please choose an answer." };
  try {
    await answerQuestion(visitor, String(form.get("token") ?? ""), answer);
    return { problem: null };
  } catch (error) {
    return { problem: postedWords(faultOf(error, "Action failed. Please try again.").message) };
  }
};

// No referrer policy of its own: without a referrer the press would have no origin and be refused.
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Are you still looking? | ${loaderData?.siteName}` },
  { name: "robots", content: "noindex" },
];

export default function StillLookingRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { question, token } = loaderData;
  return (
    <Container width="md" className="pb-20">
      <StillLooking question={question} token={token} problem={actionData?.problem ?? null} />
    </Container>
  );
}
