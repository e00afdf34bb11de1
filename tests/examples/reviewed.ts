/** A review of five stars as a page has it, on which nobody has acted. */
const REVIEW = {
  id: "review",
  provider_id: "provider",
  user_id: "cleo",
  author_name: "Cleo Walker",
  title: "Neat stairs",
  description: null,
  rating: 5,
  created_at: "2026-11-22T10:00:00Z",
  edited_at: null,
  original_title: null,
  original_description: null,
  approved: true,
  verified: false,
  invited: false,
  work: null,
  worked_on: null,
  in_contact: false,
  pictures: [],
  in_portfolio: false,
  superseded: false,
};

interface Reply {
  id: string;
  reply_text: string;
  updated_at: string;
}

export const reviewed = ({
  reply = null,
  ...facts
}: Partial<typeof REVIEW> & { reply?: Reply | null }) => ({ ...REVIEW, ...facts, reply });
