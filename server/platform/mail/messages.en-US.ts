/**
 * Every text of the mails, by template and part: `subject`, `text` (paragraphs separated by an empty line;
 * `{code}` alone in one is shown large), `action` (the label of the button to `link`), `note` (small, at the
 * end).
 */
export const mailMessages = {
  'verify-email.subject': '{code} is your code for Hubkeep',
  'verify-email.text':
    'Enter this code to confirm that this email address is yours:\n\n{code}\n\nIt works for {minutes} minutes.',
  'verify-email.note': 'If you did not sign up, ignore this mail: without the code nothing happens.',

  'change-email.subject': '{code} is your code for Hubkeep',
  'change-email.text':
    'You asked to use this email address for your account. Enter this code to confirm that it is yours:\n\n{code}\n\nIt works for {minutes} minutes. Until then, you sign in with your old address.',
  'change-email.note': 'If you did not ask for this, ignore this mail: without the code nothing happens.',

  'address-in-use.subject': 'Somebody tried to use your email address',
  'address-in-use.text':
    'Somebody tried to use this email address for an account on Hubkeep. You have one with it already, so nothing was changed.\n\nIf it was you, sign in instead. If you forgot your password, you can set a new one there.',
  'address-in-use.action': 'Sign in',
  'address-in-use.note': 'If it was not you, there is nothing to do.',

  'email-changed.subject': 'Your email address was changed',
  'email-changed.text':
    'Your account on Hubkeep now uses another email address: {address}. You sign in with that one from now on, and this address gets no more mail.',
  'email-changed.note': 'If you did not do this, tell the administrator of this Hubkeep at once.',

  'reset-password.subject': 'Set a new password',
  'reset-password.text':
    'Somebody, probably you, asked for a new password for your account on Hubkeep. The link works once, for {minutes} minutes.',
  'reset-password.action': 'Set a new password',
  'reset-password.note': 'If you did not ask for it, ignore this mail: your password stays as it is.',

  'password-changed.subject': 'Your password was changed',
  'password-changed.text':
    'The password of your account on Hubkeep was changed, and other devices were signed out.',
  'password-changed.action': 'Open Hubkeep',
  'password-changed.note':
    'If you did not do this, set a new password now (“Forgot your password?” at the sign-in), and tell your administrator.',

  'new-device.subject': 'New sign-in to your account',
  'new-device.text':
    'Somebody signed in to your account on Hubkeep from a device that was not used before:\n\n{device}\n{place}\n{time}',
  'new-device.action': 'See your devices',
  'new-device.note':
    'If it was you, there is nothing to do. If not, change your password now: that signs every other device out.',

  'second-factor-on.subject': 'Your second factor is on',
  'second-factor-on.text':
    'From now on, signing in to your account on Hubkeep asks for a code from your authenticator app too. Keep your recovery codes where you find them without your phone.',
  'second-factor-on.note': 'If you did not do this, tell the administrator of this Hubkeep at once.',

  'second-factor-off.subject': 'Your second factor is off',
  'second-factor-off.text': 'Signing in to your account on Hubkeep asks for your password alone again.',
  'second-factor-off.note':
    'If you did not do this, change your password now and turn the second factor on again.',

  'join-requested.subject': '{person} asks to join {hub}',
  'join-requested.text': '{person} asks to join {hub} on Hubkeep. You can let them in, or turn them down.',
  'join-requested.action': 'See who asks',
  'join-requested.note': 'You get this mail because you are an admin of {hub}.',

  'joins-requested.subject': '{person} and others ask to join {hub}',
  'joins-requested.text':
    '{person} asks to join {hub} on Hubkeep, and others do too. Others: {left}. You can let them in, or turn them down.',
  'joins-requested.action': 'See who asks',
  'joins-requested.note': 'You get this mail because you are an admin of {hub}.',

  'recovery-code-used.subject': 'A recovery code was used',
  'recovery-code-used.text':
    'Somebody signed in to your account on Hubkeep with your password and one of your recovery codes. Codes left: {left}.',
  'recovery-code-used.action': 'Make new recovery codes',
  'recovery-code-used.note': 'If it was not you, change your password now and make new recovery codes.',

  'watched-changed.subject': '{item} was changed',
  'watched-changed.text': 'Somebody changed {item} in {hub}, or commented on it. You watch it.',
  'watched-changed.action': 'Open it',
  'watched-changed.note':
    'You get this mail because you watch the item. To get no more of these mails, open:\n{address}',

  'watched-many-changed.subject': '{item} and others were changed',
  'watched-many-changed.text':
    'Somebody changed {item} in {hub}, or commented on it, and other items that you watch too. Others: {left}.',
  'watched-many-changed.action': 'See what changed',
  'watched-many-changed.note':
    'You get this mail because you watch these items. To get no more of these mails, open:\n{address}',

  'notified-mentioned.subject': '{person} mentioned you in {item}',
  'notified-mentioned.text': '{person} mentioned you in {item}, in {hub}.',
  'notified-mentioned.action': 'Open it',
  'notified-mentioned.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-task.subject': '{person} gave you a task in {item}',
  'notified-task.text': '{person} gave you a task in {item}, in {hub}.',
  'notified-task.action': 'See the task',
  'notified-task.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-replied.subject': '{person} replied in {item}',
  'notified-replied.text': '{person} replied in {item}, in {hub}, in a discussion that you take part in.',
  'notified-replied.action': 'See the reply',
  'notified-replied.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-commented.subject': '{person} commented on {item}',
  'notified-commented.text': '{person} commented on {item}, in {hub}, which you created.',
  'notified-commented.action': 'See the comment',
  'notified-commented.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-shared.subject': '{person} shared {item} with you',
  'notified-shared.text': '{person} shared {item} with you, in {hub}.',
  'notified-shared.action': 'Open it',
  'notified-shared.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-access_refused.subject': 'Your request for access to {item} was declined',
  'notified-access_refused.text': '{person} declined your request for access to {item}, in {hub}.',
  'notified-access_refused.action': 'Open it',
  'notified-access_refused.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-join_granted.subject': 'You’re now a member of {hub}',
  'notified-join_granted.text': '{person} accepted your request to join {hub}.',
  'notified-join_granted.action': 'Open it',
  'notified-join_granted.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-join_refused.subject': 'Your request to join {hub} was declined',
  'notified-join_refused.text': 'Your request to join {hub} was declined.',
  'notified-join_refused.action': 'See your notifications',
  'notified-join_refused.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-joined.subject': '{person} joined {hub}',
  'notified-joined.text': '{person} joined {hub} by your invitation.',
  'notified-joined.action': 'See the members',
  'notified-joined.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, open:\n{address}',

  'notified-many.subject': 'Unread notifications in {hub}',
  'notified-many.text':
    'You have unread notifications in {hub}, the newest from {person} about {item}.\n\nUnread notifications: {left}. Changed items that you watch: {changed}.',
  'notified-many.action': 'See your notifications',
  'notified-many.note':
    'You choose in your profile which notifications are mailed. To get no more of these mails, and of those about items that you watch, open:\n{address}',

  'invitation.subject': '{inviter} invites you to {hub}',
  'invitation.text':
    '{inviter} invites you to {hub} on Hubkeep, where its people keep what they know. The invitation is for {address} and works for {days} days.',
  'invitation.action': 'See the invitation',
  'invitation.note': 'If you do not know who this is, ignore this mail: nothing happens until you accept.',

  'space-taken-over.subject': '{person} took over {space}',
  'space-taken-over.text':
    '{person}, an owner of {hub}, became an owner of {space}, where you are too, and sees what is in it from now on.',
  'space-taken-over.action': 'See who is in it',
  'space-taken-over.note':
    'Owners may do this; it stands in the audit log of {hub}. If you have questions, ask them.',

  'access-requested.subject': '{person} asks to be let into {space}',
  'access-requested.text': '{person} asks for access to {space} in {hub}. As one of its owners you decide.',
  'access-requested.action': 'Answer',

  'access-granted.subject': 'You are in {space} now',
  'access-granted.text': '{person} let you into {space} in {hub}.',
  'access-granted.action': 'Open it',

  'private-export.subject': '{person} exported everything in {hub}',
  'private-export.text':
    '{person}, an owner of {hub}, took a copy of everything in it at {time}. It holds private spaces and items that you are in too.',
  'private-export.note':
    'Owners may do this; it stands in the audit log of {hub}. If you have questions, ask them.',

  'receipt.subject': 'Your answer to {form}',
  'receipt.text': 'Your answer to {form} has arrived.',
  'receipt.action': 'Change your answer',
  'receipt.note':
    'You get this because your email address was given in the form. If it was not you, there is nothing to do. Keep links to your answer to yourself.',

  'answered.subject': 'New answer: {form}',
  'answered.text': 'Somebody answered {form}.',
  'answered.action': 'See the answer',
  'answered.note': 'You get this because your address is notified of answers to this form.',

  'answer-changed.subject': 'Changed answer: {form}',
  'answer-changed.text': 'Somebody changed their answer to {form}.',
  'answer-changed.action': 'See the answer',
  'answer-changed.note': 'You get this because your address is notified of answers to this form.',

  'webhook-disabled.subject': 'A webhook was turned off: {host}',
  'webhook-disabled.text':
    'The webhook to {host} has failed for {days} days, so nothing is sent to it any more. What it was to be told of is kept: turn it on again once it works.',
  'webhook-disabled.note': 'You get this because you made the webhook.',

  'webhook-lost-access.subject': 'A webhook was turned off: {host}',
  'webhook-lost-access.text':
    'The webhook to {host} was turned off: it acts in your name, and you no longer have access to what it sends. What it was to be told of is kept. Somebody with access can turn it on again in their own name.',
  'webhook-lost-access.note': 'You get this because you made the webhook, or turned it on last.',

  'webhook-turned-off.subject': 'A webhook was turned off: {host}',
  'webhook-turned-off.text':
    '{person} turned off the webhook to {host}, so nothing is sent to it any more. It can be turned on again in its settings.',
  'webhook-turned-off.note': 'You get this because you made the webhook, or turned it on last.',
} as const;
