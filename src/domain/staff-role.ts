/**
 * The role of a person in the back office. An `owner` may do everything, and other roles a part of
 * it.
 */
export const staffRoles = ['support', 'money', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]
