import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The URL table (spec 1 section 2, spec 2 section 2), read from top to bottom. */
export default [
  index("routes/public/home.tsx"),

  route("directory", "routes/public/directory.tsx"),
  route("directory/me", "routes/public/own-profile.tsx"),
  route("directory/:id", "routes/public/provider.tsx"),
  route("categories", "routes/public/categories.tsx"),
  route("categories/:slug/:town?", "routes/public/category.tsx"),
  route("job-directory", "routes/public/job-directory.tsx"),
  route("post-job", "routes/public/post-job.tsx"),
  route("confirm", "routes/public/confirm.tsx"),
  route("still-looking", "routes/public/still-looking.tsx"),
  route("report", "routes/public/new-report.tsx"),
  route("reports/:number", "routes/public/report.tsx"),
  route("review/stop", "routes/public/review-mail.tsx", { id: "review-stop" }),
  route("review/remove", "routes/public/review-mail.tsx", { id: "review-remove" }),
  route("review/:code", "routes/public/review.tsx"),
  route("badge/:file", "routes/public/badge.ts"),
  route("claim-business", "routes/public/claim-business.tsx"),
  route("how-we-keep-this-fair", "routes/public/fair.tsx"),
  route("terms", "routes/public/terms.tsx"),
  route("privacy", "routes/public/privacy.tsx"),
  route("unsubscribe", "routes/public/unsubscribe.tsx"),

  route("signup", "routes/account/signup.tsx"),
  route("login", "routes/account/login.tsx"),
  route("sign-in-return", "routes/account/sign-in-return.tsx"),
  route("two-step", "routes/account/two-step.tsx"),
  route("confirm-email", "routes/account/confirm-email.tsx"),
  route("reset-password", "routes/account/reset-password.tsx"),
  route("forgot-password", "routes/account/forgot-password.tsx"),
  layout("routes/account/protected.tsx", [
    route("profile", "routes/account/profile.tsx"),
    route("profile/card", "routes/account/review-card.tsx"),
    route("account", "routes/account/account.tsx"),
    route("membership", "routes/account/membership.tsx"),
    route("dashboard", "routes/account/dashboard.tsx"),
    route("dashboard/enquiries", "routes/account/enquiries.tsx"),
    route("dashboard/quotes", "routes/account/quotes.tsx"),
  ]),

  route("admin-login", "routes/admin/login.tsx"),
  route("admin-signup", "routes/admin/signup.tsx"),
  layout("routes/admin/protected.tsx", [
    route("admin", "routes/admin/home.tsx"),
    route("admin/dashboard", "routes/admin/dashboard.tsx"),
    route("admin/users", "routes/admin/users.tsx"),
    route("admin/feedback", "routes/admin/feedback.tsx"),
    route("admin/categories", "routes/admin/categories.tsx"),
    route("admin/analytics", "routes/admin/analytics.tsx"),
    route("admin/businesses", "routes/admin/businesses.tsx"),
    route("admin/reports", "routes/admin/reports.tsx"),
    route("admin/settings", "routes/admin/settings.tsx"),
    route("admin/emails", "routes/admin/emails.tsx"),
    route("admin/audit", "routes/admin/audit.tsx"),
    route("admin/health", "routes/admin/health.tsx"),
  ]),

  route("jobs", "routes/public/redirect.tsx", { id: "redirect-jobs" }),
  route("jobs/post", "routes/public/redirect.tsx", { id: "redirect-jobs-post" }),
  route("account-settings", "routes/public/redirect.tsx", { id: "redirect-account-settings" }),

  route("robots.txt", "routes/public/robots.ts"),
  route("sitemap.xml", "routes/public/sitemap.ts", { id: "sitemap-index" }),
  route("sitemap/:part", "routes/public/sitemap.ts"),

  // Every part of the design system, for builders.
  ...(process.env.NODE_ENV === "production" ? [] : [route("styleguide", "routes/styleguide.tsx")]),
  route("*", "routes/public/not-found.tsx"),
] satisfies RouteConfig;
