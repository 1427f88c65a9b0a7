export const roles = ['support', 'money', 'owner'] as const
export type Role = (typeof roles)[number]

/** Who works in the back office, or runs a command. */
export type StaffMember = {
  /** The identity at the sign-in, for example an email address. */
  readonly subject: string
  readonly name: string
  readonly role: Role
}

/** Roles that may do an action. An owner may do everything. Every role may look at orders. */
export const actionRoles = {
  note: ['support', 'money'],
} as const satisfies { readonly [action: string]: readonly Exclude<Role, 'owner'>[] }
export type Action = keyof typeof actionRoles

export function mayDo({ role }: Pick<StaffMember, 'role'>, action: Action): boolean {
  const allowed: readonly Role[] = actionRoles[action]
  return role === 'owner' || allowed.includes(role)
}
