import pg from "pg";
import { joinEmbedded } from "#backend/core/embedded/join.ts";
import { silentLog } from "#backend/core/log.ts";

/**
 * What the sample's site shows differently from day to day and from hour to hour: which of equals comes first, and
 * between which messages a day ended. Here each day is the same one, and each hour noon.
 */
export const stopClock = async (dataDir: string): Promise<void> => {
  const { connection } = await joinEmbedded(dataDir, silentLog);
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query(`
    create or replace function search.rotation_offset() returns double precision
      language sql stable as 'select 0.5::double precision';
    set session_replication_role = replica;
    update public.enquiry_messages set created_at = created_at - (now() - current_date + interval '12 hours'),
      read_at = read_at - (now() - current_date + interval '12 hours');
    update public.enquiries set created_at = created_at - (now() - current_date + interval '12 hours'),
      last_message_at = last_message_at - (now() - current_date + interval '12 hours')`);
  await owner.end();
};
