import { z } from 'zod'
import {
  addSource,
  highestPriority,
  removeSource,
  sourceNames,
} from '../../../plans/plan-actions.ts'
import type { PlanSource } from '../../../plans/plan-actions.ts'
import type { SourceOfPlan } from '../../../plans/plan-for-office.ts'
import { ownStock } from '../../../plans/can-sell.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import { defineSubjectAction } from '../../subject-action.ts'
import type { PlanFieldsProps, PlanSubject } from './plan-action.ts'

const maxPlanCode = 120
const defaultPriority = 10

export const addSourceAction = defineSubjectAction({
  name: 'add-source',
  isPossible: () => true,
  fields: SourceFields,
  schemaFor: () =>
    z
      .object({
        supplier: z.enum(sourceNames),
        planCode: z.string().trim().max(maxPlanCode),
        priority: z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number)
          .pipe(z.int().max(highestPriority)),
      })
      .transform(({ priority, ...source }) => ({ source, priority })),
  run: async (context, person, input, { plan }) =>
    addSource(context, person, { ...input, tariffID: plan.tariffID }),
})

export const removeSourceAction = defineSubjectAction({
  name: 'remove-source',
  isPossible: ({ plan }: PlanSubject) => removableSources(plan).length > 0,
  fields: SourceField,
  schemaFor: () => z.object({ source: z.string().transform(sourceOf) }),
  run: async (context, person, input, { plan }) =>
    removeSource(context, person, { ...input, tariffID: plan.tariffID }),
})

function SourceField({ subject: { plan }, values }: PlanFieldsProps) {
  const { words } = useOffice()
  return (
    <LabelledField label={words('fields.source')}>
      <select name="source" defaultValue={values['source']}>
        {removableSources(plan).map((source) => (
          <option key={nameOf(source)} value={nameOf(source)}>
            {source.supplier === ownStock ? words('plans.ownStock') : nameOf(source)}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

function SourceFields({ values }: PlanFieldsProps) {
  const { words } = useOffice()
  return (
    <>
      <LabelledField label={words('fields.supplier')}>
        <select name="supplier" defaultValue={values['supplier']}>
          {sourceNames.map((name) => (
            <option key={name} value={name}>
              {name === ownStock ? words('plans.ownStock') : name}
            </option>
          ))}
        </select>
      </LabelledField>
      <LabelledField label={words('fields.planCode')}>
        <input name="planCode" maxLength={maxPlanCode} defaultValue={values['planCode']} />
      </LabelledField>
      <LabelledField label={words('fields.priority')}>
        <input
          name="priority"
          inputMode="numeric"
          defaultValue={values['priority'] ?? defaultPriority}
          required
        />
      </LabelledField>
    </>
  )
}

/** Returns sources with a row, except those of the supplier whose catalogue describes the plan. */
function removableSources({ sources, supplier }: PlanSubject['plan']): readonly SourceOfPlan[] {
  return sources.filter((source) => source.isStored && source.supplier !== supplier)
}

function nameOf({ supplier, planCode }: PlanSource): string {
  return `${supplier} ${planCode}`.trim()
}

/**
 * Parses the name of a source. Accepts every name, because the action returns the stored answer of
 * a form that has already removed its source.
 */
function sourceOf(name: string): PlanSource {
  const [supplier = '', ...code] = name.split(' ')
  return { supplier, planCode: code.join(' ') }
}
