const words = (text: string) => text.trim().split(/\s+\|\s+|\n\s+/);

/**
 * The texts of specification 2 that people must read exactly as written, by section. Texts with counts,
 * names or `status` or `visibility` in them are not here; tests of their own check them.
 */
export const WORDS: Record<number, readonly string[]> = {
  2: words(`
    Professionals
    No professionals match your current filters. Showing all available professionals instead.
    Browse Freelancers | Professional Not Found | Loading profile... | Profile Not Available
    Edit Full Profile | All Categories | No jobs found matching your filters
    Sign in to post a job | Feature not available | Only clients can post jobs.
    Activate Free Membership | Service Categories | Search categories... | No categories found
    Forgot Password? | Return to Main | Categories Management | Loading categories...
    Analytics Dashboard | Most Popular Categories | No category data available | Recent Activity
    No recent activity | Loading analytics...`),
  3: words(`
    Business Category * | Interested In | Please select at least one business category`),
  4: words(`
    has been published | Subscription required | Contact information revealed
    Invalid coupon code | Processing... | Using test data`),
  5: words(`
    File too large | Invalid file type | Media required | Please upload at least one media file
    Please select a rating | Title is required
    You have already submitted feedback for this provider | Authentication required
    You must be logged in to submit feedback | Anonymous User | Please select a category
    You must select a service category for your job posting. | Please sign in to post jobs.
    Username and password are required | Passwords do not match
    Password must be at least 8 characters | First name and last name are required
    Business name is required for providers | Category name is required
    Please select or create a group
    Are you sure you want to delete this category? This will remove it from all providers.`),
  6: words(`
    Invalid account type | Only service providers can purchase subscriptions.
    Not authorized. Admin access only.`),
  8: words(`
    Profile not found
    The provider profile you're looking for doesn't exist or isn't accessible. | Update failed
    Failed to update profile. | Failed to load feedback | Submission failed
    Failed to update reply | Failed to submit reply | Failed to load jobs | Error posting job
    Error updating categories | Failed to load providers | Upload failed
    Failed to upload media files | Delete failed | Failed to delete media file | Checkout Error
    fully claimed | Sorry, the FIRST100 offer has already been fully claimed.
    already have an active subscription | You already have an active subscription.
    No checkout URL returned | Failed to process payment | Payment canceled
    Invalid credentials. Please try again. | An unexpected error occurred. Please try again.
    An admin account already exists. Please proceed to login.
    Invalid or missing setup token. Please contact the site owner. | Failed to create admin
    Unexpected error. Please try again. | Failed to update feedback | Failed to delete feedback
    Failed to update feedback approval | Failed to load users | Failed to update user
    Failed to delete user | Failed to log out. Please try again. | Signup failed | Verify email
    Please verify your email to continue. | Claim failed | Failed to load categories
    Failed to update category order | Failed to add category | Failed to update category
    Failed to delete category | Failed to load category statistics
    Failed to load analytics data | Category order updated | Category added successfully
    Category updated successfully | Category deleted successfully
    Something went wrong loading the settings. Please try refreshing the page.
    There was an issue with the category selector. Please try again. | Job posted successfully
    Coupon applied! | Payment successful | Action failed | Failed to load saved jobs
    Failed to load saved providers`),
  9: words(`
    Less than an hour ago | 1 hour ago | 1 day ago`),
};
