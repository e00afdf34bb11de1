import { perFile } from "#backend/tests/per-file.ts";
import { codeOf, newPhone, startGateway, twilioAt } from "./auth-gateway.ts";
import { authBackend, dataOf, PASSWORD } from "./auth-people.ts";

/* People who sign in by their phones. */

/** The number whose code is always the same. */
export const TEST_PHONE = "15005550006";

/** A backend whose people prove numbers, and the gateway that takes its texts. */
export const withPhones = () => {
  const gateway = perFile(startGateway);
  const backend = authBackend((auth) => {
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
  });
  /** Somebody with a confirmed number and a session. */
  const withPhone = async (phone = newPhone()) => {
    const client = backend.client();
    await dataOf(client.auth.signUp({ phone, password: PASSWORD }));
    const token = codeOf(gateway.textTo(phone));
    const { session, user } = await dataOf(client.auth.verifyOtp({ type: "sms", phone, token }));
    if (!session || !user) throw new Error("No session");
    backend.clock.advance(61);
    return { client, phone, user, session };
  };
  return { gateway, backend, withPhone };
};
