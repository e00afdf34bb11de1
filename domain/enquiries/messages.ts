/** In place of the form, and after a mailed confirmation. */
export const ENQUIRY_SENT = "Your enquiry has been sent";
