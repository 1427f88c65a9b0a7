import { ok } from '../../domain/result.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { StaffMember } from './staff.ts'

type NewNote = ActionInput & { readonly invoiceID: string; readonly text: string }

/** Adds a note to an order. Only staff see notes. */
export async function addNote(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, text, ...input }: NewNote,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, action: 'note', subject, input: { text } } as const
  return performAction(context, staff, request, async () =>
    ok({
      details: {},
      effects: ({ id, at }) => [
        context.db
          .prepare(
            `INSERT INTO invoice_notes (id, invoice_id, at, staff_name, text)
            VALUES (?, ?, ?, ?, ?)`,
          )
          .bind(id, invoiceID, at, staff.name, text),
      ],
    }),
  )
}
