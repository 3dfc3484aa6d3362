const sentences = {
  already_posted: 'This comment is already on YouTube.',
  being_posted: 'This comment is being posted right now. Wait a moment.',
  not_approved: 'Only an approved comment can be posted or scheduled. Approve it first.',
  daily_cap:
    'Today’s posting limit is reached. Posting resumes after midnight, or raise the limit in Settings.',
  min_gap: 'Waiting for the gap between automatic posts.',
  channel_cooldown:
    'You commented on this channel recently. This comment waits until the channel’s cooldown ends.',
  channel_blocked:
    'This channel is on your blocked list. Nothing is posted there; change the list in Settings.',
  posting_paused: 'Posting is paused. Resume it in Settings.',
  duplicate_text: 'The same text was already posted in the last 30 days. Edit it before posting.',
  open_gap:
    'It has a gap that only you can fill in, such as ‹your figure›. Fill it in or remove it, then approve it again.',
  quota_spent: 'Today’s YouTube quota is used up. It resets at midnight Pacific time.',
  rate_limited_by_youtube: 'YouTube asked to slow down. Try again in a few minutes.',
  needs_reauth: 'Google no longer accepts the sign-in. Sign in again.',
  not_connected: 'YouTube is not connected. Sign in with Google.',
  channel_changed:
    'Another YouTube channel was connected just now, so nothing was sent. Check which one it is, then try again.',
  scope_missing: 'This sign-in does not allow posting on YouTube. Sign in again and keep that box checked.',
  account_cannot_post:
    'YouTube does not let this account comment. Check the account on YouTube, then sign in again.',
  youtube_signup_required:
    'This Google account has no YouTube channel yet. Create one on YouTube, then sign in again.',
  api_not_configured:
    'The YouTube Data API is not enabled for this app’s Google Cloud project. Enable it in the Google Cloud console, then sign in again.',
  api_key_invalid:
    'Google says the API key is not valid. Set YOUTUBE_API_KEY to a key from the Google Cloud console and restart the app.',
  api_key_ip_blocked:
    'The API key may not be used from this machine’s address. Allow it for the key in the Google Cloud console.',
  api_key_referrer_blocked:
    'The API key may only be used from certain websites. In the Google Cloud console, remove that restriction from the key.',
  api_key_service_blocked:
    'The API key may not be used for the YouTube Data API. In the Google Cloud console, add that API to the key.',
  billing_disabled:
    'Billing is turned off for this app’s Google Cloud project. Turn it on in the Google Cloud console, then sign in again.',
  project_denied:
    'Google does not let this account use the app’s Google Cloud project. Check the project’s permissions in the Google Cloud console, then sign in again.',
  project_invalid:
    'Google does not know this app’s Google Cloud project. Check GOOGLE_CLIENT_ID and YOUTUBE_API_KEY, then sign in again.',
  project_suspended:
    'Google has suspended this app’s Google Cloud project. Appeal in the Google Cloud console; once it is restored, sign in again.',
  request_not_understood:
    'YouTube rejected this app’s request as malformed, so posting is paused. Update the app, then sign in again.',
  refused_without_reason:
    'YouTube refused a comment without giving a reason. It may be the video, the account or the network.',
  set_aside:
    'YouTube accepted another comment but not this one, and gave no reason. Chime In tries it again later.',
  comment_refused: 'YouTube refused this comment. Edit it, or skip this video.',
  comments_off: 'Comments are turned off for this video.',
  text_too_long: 'YouTube says this comment is too long. Shorten it and retry.',
  emoji_refused: 'YouTube does not accept an emoji of this comment. Remove it and retry.',
  parent_gone:
    'The comment that this answer belongs under is no longer on YouTube. Remove this answer from the queue.',
  parent_private: 'YouTube says that this thread is private and takes no answers. Remove this answer.',
  answers_refused: 'YouTube takes no answers in this thread. Remove this answer.',
  video_not_found: 'This video is no longer available on YouTube.',
  processing_failure:
    'YouTube could not process the comment. We check whether YouTube received it, and post it once more if it surely did not.',
  processing_failed: 'YouTube failed to process the comment twice. Edit it, or retry it later.',
  unconfirmed: 'YouTube did not confirm this comment; it may be held for review.',
  could_not_check:
    'YouTube did not confirm this comment. We could not check whether it is there: YouTube did not show all that was written there since.',
  not_posted: 'Only a comment that was posted can be changed or withdrawn on YouTube.',
  withdrawn: 'You withdrew this comment. It is no longer on YouTube.',
  other_channel: 'It was posted as another channel of yours; sign in as that one to change or withdraw it.',
  being_changed: 'YouTube has not confirmed the last change of this comment yet. Wait until it has.',
  text_unchanged: 'This is the text that was posted already. Nothing was sent.',
  gone_from_youtube: 'This comment is no longer on YouTube, so it cannot be changed.',
  change_refused: 'YouTube refused the change. The comment stays as it was.',
  change_unconfirmed: 'YouTube did not confirm the change; it still shows the old text.',
  withdrawal_refused: 'YouTube refused to delete the comment. Delete it on YouTube itself.',
  withdrawal_unconfirmed: 'YouTube did not confirm the withdrawal; the comment is still there.',
  overdue: 'It is more than a day late because nothing could be posted. Review it again before it is posted.',
  restored:
    'It was restored from a backup and may have been posted since. Check on YouTube, then approve it again.',
  moved_to_review: 'You moved it back to review.',
  unscheduled: 'You took it off the schedule.',
  youtube_unavailable: 'YouTube cannot be reached right now. Try again in a few minutes.',
  shutting_down: 'The server is restarting. Nothing was posted; try again in a moment.',
} as const;

export type PostingReason = keyof typeof sentences;

export function postingSentence(code: string | null): string | null {
  return code && Object.hasOwn(sentences, code) ? sentences[code as PostingReason] : null;
}

export function postingReason(code: PostingReason): string {
  return sentences[code];
}
