import { secretID } from '../../kit/tokens.shared.ts'
import type { StaffRole } from '../../api/staff.ts'

/** Sessions of the local sign-in, in memory. A restart ends them and prints a new secret. */
export class LocalSessions {
  private readonly roles = new Map<string, StaffRole>()
  private readonly usedSecrets = new Set<string>()

  /** Opens a session and returns its token, or null if the secret is wrong or used. */
  open(secret: string, expected: string | null, role: StaffRole): string | null {
    if (secret !== expected || this.usedSecrets.has(secret)) return null
    this.usedSecrets.add(secret)
    const token = secretID()
    this.roles.set(token, role)
    return token
  }

  roleOf(token: string | undefined): StaffRole | null {
    return (token !== undefined && this.roles.get(token)) || null
  }

  end(token: string | undefined): void {
    if (token !== undefined) this.roles.delete(token)
  }
}
