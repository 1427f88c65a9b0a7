import { z } from 'zod'
import { retryMessage } from '../../backend/operations/retry-message.ts'
import { actionForm } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { readForm } from '../read-form.ts'
import { showToday } from './today-page.tsx'

const retryForm = actionForm.extend({ messageID: z.string().min(1) })

/** Sends a failed message again. The action checks the role, the version and the key. */
export async function retryFailed(c: AdminContext): Promise<Response> {
  const form = await readForm(c, retryForm)
  if (!form) return showRefusal(c, 'invalidForm', 422)
  const { messageID, idempotencyKey, version } = form
  const { context, person } = c.var
  const result = await retryMessage(context, person, { messageID, idempotencyKey, version })
  return result.ok ? c.redirect('/admin?done=retry', 303) : showToday(c, result.error)
}
