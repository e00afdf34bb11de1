import { formatLongDay } from "#domain/values/dates.ts";
import { formatPoundsAndPence } from "#domain/values/money.ts";
import { planOf } from "./prices.ts";
import { STYLE } from "./style.ts";
import type { CheckoutSession, Customer, Subscription } from "./things.ts";

/** Markup that is already safe for a page. */
interface Markup {
  markup: string;
}

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Builds markup; inserted values are escaped unless they are markup. */
const html = (
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | null)[]
): Markup => ({
  markup: parts.reduce((all, part, at) => {
    const value = values[at - 1] ?? "";
    return all + (typeof value === "string" ? escapeText(value) : value.markup) + part;
  }),
});

const NOTICE = "Test mode, no money is taken";

const page = (siteName: string, title: string, content: Markup): string =>
  html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} (${NOTICE}) | ${siteName}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<header class="band">${siteName}</header>
<p class="notice">${NOTICE}</p>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`.markup;

const button = (
  token: string,
  { action, label, main = false }: { action: string; label: string; main?: boolean },
): Markup => html`<form method="post">
<input type="hidden" name="token" value="${token}">
<button name="action" value="${action}"${main ? { markup: ' class="main"' } : null}>${label}</button>
</form>`;

const every = (months: number): string => (months === 12 ? "a year" : "a month");

/** The payment page. `token` proves that its own form was sent. */
export const checkoutPage = (
  siteName: string,
  {
    session,
    customer,
    token,
    declined,
  }: { session: CheckoutSession; customer: Customer; token: string; declined: boolean },
): string => {
  const plan = planOf(session.price_id);
  const price = formatPoundsAndPence(plan?.pence ?? session.amount_total);
  const label = session.trial_end
    ? `Start on ${formatLongDay(session.trial_end * 1000)}`
    : `Pay ${price}`;
  return page(
    siteName,
    `Pay for your ${plan?.label ?? "plan"}`,
    html`<p class="price">${price} <small>${every(plan?.months ?? 1)}</small></p>
<p class="soft">This page stands in for the payment provider. Choose what the card does.</p>
${declined ? html`<p class="alert" role="alert">Your card was declined. You have not been charged.</p>` : null}
<dl><dt>Email</dt><dd>${customer.email ?? "None"}</dd></dl>
${session.trial_end ? html`<p class="soft">Nothing is charged today.</p>` : null}
${button(token, { action: "pay", label, main: true })}
${button(token, { action: "decline", label: "Decline" })}
${button(token, { action: "cancel", label: "Cancel" })}`,
  );
};

const subscriptionMarkup = (subscription: Subscription, token: string): Markup => {
  const [item] = subscription.items.data;
  if (!item) return html``;
  const ends = formatLongDay(item.current_period_end * 1000);
  const cancelled = subscription.cancel_at_period_end;
  return html`<p class="price">${formatPoundsAndPence(item.price.unit_amount)} <small>${item.price.recurring.interval === "year" ? "a year" : "a month"}</small></p>
<dl>
<dt>Plan</dt><dd>${item.price.nickname}</dd>
<dt>${cancelled ? "Ends on" : "Renews on"}</dt><dd>${ends}</dd>
</dl>
${subscription.status === "past_due" ? html`<p class="alert" role="alert">The last payment did not go through.</p>${button(token, { action: "pay-late", label: "Pay what is late", main: true })}` : null}
${cancelled ? button(token, { action: "resume", label: "Keep my membership", main: true }) : button(token, { action: "cancel", label: "Cancel at the end of the period" })}
<p class="soft">For trying things out:</p>
${button(token, { action: "skip", label: cancelled ? "Skip to the end" : "Skip to the renewal" })}
${cancelled ? null : button(token, { action: "fail", label: "Skip to a renewal that fails" })}`;
};

/** The page where a member cancels or continues the subscription. */
export const portalPage = (
  siteName: string,
  {
    subscription,
    returnUrl,
    token,
  }: { subscription: Subscription | null; returnUrl: string; token: string },
): string =>
  page(
    siteName,
    "Manage your subscription",
    html`${subscription ? subscriptionMarkup(subscription, token) : html`<p>There is no running subscription.</p>`}
<p><a class="button" href="${returnUrl}">Back to ${siteName}</a></p>`,
  );

/** The text when nothing can be done any more. */
export const closedPage = (
  siteName: string,
  { title, message, backUrl }: { title: string; message: string; backUrl: string },
): string =>
  page(
    siteName,
    title,
    html`<p>${message}</p><p><a class="button" href="${backUrl}">Back to ${siteName}</a></p>`,
  );
