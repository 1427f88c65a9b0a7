/** The role of a person in the back office: `owner` may do everything, the others a part. */
export const staffRoles = ['support', 'money', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]
