import { addSource, removeSource } from '../../src/backend/operations/goods/plan-sources.ts'
import { planForStaff } from '../../src/backend/operations/goods/plan-for-staff.ts'
import type { ActionContext } from '../../src/backend/operations/perform-action.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import { d1Store } from '../../src/backend/d1-store.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { outcomeOf } from '../staff/action-outcome.ts'
import { listSources } from './list-sources.ts'
import type { SourcesCommand } from './sources-arguments.ts'

export async function runSources(
  context: ActionContext,
  staff: StaffMember,
  command: SourcesCommand & { readonly isDryRun: boolean },
): Promise<string[]> {
  if (command.action === 'list') return listSources(d1Store(context.db), command.tariffID)
  const { tariffID, source } = command
  const plan = await planForStaff(context, tariffID, 'en')
  if (!plan) throw new Error(`There is no plan ${tariffID}. Look up its id in the back office.`)
  if (command.isDryRun) return ['Dry run: nothing was written.']
  const input = { tariffID, source, version: plan.version, idempotencyKey: secretID() }
  return outcomeOf(
    command.action === 'add'
      ? await addSource(context, staff, { ...input, priority: command.priority })
      : await removeSource(context, staff, input),
  )
}
