import type { AnswerValues, EnquiryValues } from "#domain/enquiries/enquiries.ts";
import type { Db } from "#web/session/database.ts";

export const sendEnquiry = async (
  db: Db,
  providerId: string,
  { subject, message, pictures }: EnquiryValues,
): Promise<string> => {
  const { data, error } = await db.rpc("send_enquiry", {
    provider_id: providerId,
    subject,
    message,
    pictures,
  });
  if (error) throw error;
  return data;
};

export const answerEnquiry = async (
  db: Db,
  id: string,
  { message, pictures }: AnswerValues,
): Promise<void> => {
  const { error } = await db.rpc("answer_enquiry", { enquiry_id: id, message, pictures });
  if (error) throw error;
};

export const readEnquiry = async (db: Db, id: string): Promise<void> => {
  const { error } = await db.rpc("read_enquiry", { enquiry_id: id });
  if (error) throw error;
};

export const blockEnquirer = async (db: Db, id: string, blocked: boolean): Promise<void> => {
  const { error } = await db.rpc("block_enquirer", { enquiry_id: id, blocked });
  if (error) throw error;
};
