/** A refusal in the payment provider's format: `{ error: { type, code, message, param } }`. */
export class Fault extends Error {
  readonly status: number;
  readonly body: { error: { type: string; message: string; code?: string; param?: string } };

  constructor(
    status: number,
    message: string,
    {
      type = "invalid_request_error",
      code,
      param,
    }: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
    this.name = "Fault";
    this.status = status;
    this.body = { error: { type, message, code, param } };
  }
}

export const missing = (kind: string, id: string): Fault =>
  new Fault(404, `No such ${kind}: '${id}'`, { code: "resource_missing", param: "id" });

export const badParam = (param: string, message: string): Fault =>
  new Fault(400, message, { code: "parameter_invalid", param });
