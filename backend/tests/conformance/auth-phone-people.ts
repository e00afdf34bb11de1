import type { TestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { codeOf, type Gateway, newPhone, startGateway, twilioAt } from "./auth-gateway.ts";
import { clientAt, PASSWORD, startAuth } from "./auth-people.ts";

/* People who sign in by their phones. */

/** The number whose code is always the same. */
export const TEST_PHONE = "15005550006";

/** A backend whose people prove numbers, and the gateway that takes its texts. */
export const withPhones = () => {
  const gateway = perFile(startGateway);
  const backend = perFile(() =>
    startAuth((auth) => {
      auth.email.securePasswordChange = true;
      auth.rateLimit.smsSent = 1000;
      auth.sms = {
        ...auth.sms,
        enableSignup: true,
        enableConfirmations: true,
        maxFrequency: 60,
        template: "{{ .Code }} is your code",
        testOtp: { [TEST_PHONE]: "987654" },
        sender: twilioAt(gateway),
      };
    }),
  );
  return { gateway, backend };
};

export const wrong = (code: string): string =>
  String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Somebody with a confirmed number and a session. */
export const signedUpByPhone = async (
  backend: TestBackend,
  gateway: Gateway,
  phone = newPhone(),
) => {
  const client = clientAt(backend);
  const { error } = await client.auth.signUp({ phone, password: PASSWORD });
  if (error) throw error;
  const token = codeOf(gateway.textTo(phone));
  const { data, error: refused } = await client.auth.verifyOtp({ type: "sms", phone, token });
  if (refused) throw refused;
  if (!data.session || !data.user) throw new Error("No session");
  backend.clock.advance(61);
  return { client, phone, user: data.user, session: data.session };
};
