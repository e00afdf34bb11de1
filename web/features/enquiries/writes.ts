import type { AnswerValues, EnquiryValues } from "#domain/enquiries/enquiries.ts";
import type { Db } from "#web/session/database.ts";

export const sendEnquiry = async (
  db: Db,
  providerId: string,
  { subject, message, pictures }: EnquiryValues,
): Promise<string> => {
  const { data } = await db
    .rpc("send_enquiry", { provider_id: providerId, subject, message, pictures })
    .throwOnError();
  return data;
};

export const answerEnquiry = async (
  db: Db,
  id: string,
  { message, pictures }: AnswerValues,
): Promise<void> => {
  await db.rpc("answer_enquiry", { enquiry_id: id, message, pictures }).throwOnError();
};

export const readEnquiry = async (db: Db, id: string): Promise<void> => {
  await db.rpc("read_enquiry", { enquiry_id: id }).throwOnError();
};

export const blockEnquirer = async (db: Db, id: string, blocked: boolean): Promise<void> => {
  await db.rpc("block_enquirer", { enquiry_id: id, blocked }).throwOnError();
};
