/** What a person may do in the back office: `owner` everything, the others a part of it. */
export const staffRoles = ['support', 'money', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]
