/** The timed tasks in words: a name, and what each does. */
const TASKS: Record<string, readonly [title: string, about: string]> = {
  "alert-admins": ["Warn admins", "Emails admins when something stops working"],
  "back-up": ["Back up", "Copies the database and the files to where BACKUP_TO says"],
  "check-listings": [
    "Check the directory",
    "Compares each listing with its profile once a day, and repairs it",
  ],
  "delete-expired-listings": [
    "Take down expired listings",
    "Removes members from the directory when their membership ends",
  ],
  "delete-old-cache-changes": [
    "Tidy the page cache",
    "Deletes notes about pages that changed long ago",
  ],
  "delete-old-rows": [
    "Delete old records",
    "Deletes old records of emails, profile views and limited requests",
  ],
  "deliver-notices": ["Send notices", "Sends the emails that wait"],
  "end-admin-sessions": ["Sign out idle admins", "Ends admin sessions that nobody uses"],
  "erase-accounts": [
    "Erase closed accounts",
    "Erases accounts 14 days after their owner asked for it",
  ],
  "invite-feedback": ["Invite feedback", "Asks both sides for feedback after the work"],
  "process-job-expiry": [
    "Expire jobs",
    "Asks who posted a job whether they are still looking, widens quiet jobs, and closes old ones",
  ],
  "reconcile-payments": [
    "Check payments",
    "Compares every membership with Stripe, and corrects it",
  ],
  "refresh-response-facts": ["Measure response times", "Works out how fast professionals reply"],
  "send-deletion-reminders": [
    "Remind before erasing",
    "Emails people whose account is erased soon",
  ],
  "send-job-alerts": ["Send job alerts", "Tells members of new jobs in their trade and area"],
  "send-membership-reminders": [
    "Remind of renewals",
    "Emails members before their membership renews or ends",
  ],
  "tidy-portfolio": [
    "Delete unused pictures",
    "Deletes uploaded files that nothing has shown for a day",
  ],
};

/** A task that has no words yet is shown by its name. */
export const taskInWords = (name: string): { title: string; about: string } => {
  const [title = name, about = ""] = TASKS[name] ?? [];
  return { title, about };
};
